/** What the type checker has to know of pages: htmx and its events, our own, and what our selectors find. */
export {};

declare global {
  interface HtmxContext {
    sourceElement?: HTMLElement;
    target?: HTMLElement;
    response: { status: number; raw: Response };
    text?: string;
    push?: string;
    replace?: string;
  }
  type HtmxEvent = CustomEvent<{ ctx: HtmxContext }>;

  interface DocumentEventMap {
    'htmx:after:request': HtmxEvent;
    'htmx:config:request': HtmxEvent;
    'htmx:after:swap': HtmxEvent;
    'htmx:error': HtmxEvent;
    'htmx:response:error': HtmxEvent;
    /** The stream's numbers, see companion/hub/protocol.py. */
    beat: CustomEvent<{ data: string }>;
    /** A hand that had waited on this phone is written: the number of its cell now, and where to go on. */
    arrived: CustomEvent<{ url: string; saved: string; next: string; now: number }>;
  }

  interface Window {
    htmx?: {
      ajax(verb: string, path: string, context: object): Promise<void>;
      process(element: Element): void;
    };
  }

  /** Our selectors mean elements of HTML, not of SVG. */
  interface ParentNode {
    querySelector(selectors: string): HTMLElement | null;
    querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
  }
  interface Element {
    closest(selectors: string): HTMLElement | null;
  }
}
