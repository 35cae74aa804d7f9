/** The picture of a result: the SVG of the server as a PNG, which chats and photo albums take. It is made as soon as
    the page is there, for a browser shares only what is at hand when the button is tapped. */

const DONE_MS = 2000;

/** @param {HTMLImageElement} image */
const painted = async (image) => {
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext('2d').drawImage(image, 0, 0);
  return /** @type {Promise<Blob>} */ (new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); }));
};

/** @param {File} file */
const save = (file) => {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DONE_MS);
};

/** Share a file, or where that cannot be done save it. Returns whether it was saved. @param {File} file */
const send = async (file) => {
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return false;
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return false;
    }
  }
  save(file);
  return true;
};

const arrived = async () => {
  const button = /** @type {HTMLButtonElement} */ (document.querySelector('button[data-picture][hidden]'));
  if (!button) return;
  const image = /** @type {HTMLImageElement} */ (document.querySelector(button.dataset.picture));
  const blob = await painted(image).catch(() => /** @type {Blob} */ (null));
  if (!blob) return;
  const file = new File([blob], button.dataset.name, { type: blob.type });
  const label = button.lastChild;
  const before = label.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    if (!await send(file)) return;
    label.textContent = button.dataset.textSaved;
    setTimeout(() => { label.textContent = before; }, DONE_MS);
  });
};

arrived();
