// Fills static/vendor from node_modules: the scripts, one sprite of the icons in use, and what each
// file is. Run by `make vendor`; the result is committed, so that nothing else needs Node.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const MODULES = join(ROOT, "node_modules");
const TARGET = join(ROOT, "static", "vendor");
const SCRIPTS = [
  { file: "htmx.min.js", package: "htmx.org", source: "dist/htmx.min.js" },
];
const ICONS = "lucide-static";

const project = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const installed = (name) => JSON.parse(readFileSync(join(MODULES, name, "package.json"), "utf8"));

// A newer version that npm chose by itself would change the files without a line in package.json.
function checkVersion(name) {
  const wanted = project.devDependencies[name];
  const found = installed(name).version;
  if (found !== wanted) throw new Error(`${name} ${found} is installed, package.json asks for ${wanted}`);
}

// A browser's developer tools would ask the server for a map that is not shipped.
function withoutSourceMap(text) {
  const kept = text.split("\n").filter((line) => !/^\s*\/\/[#@]\s*sourceMappingURL=/.test(line));
  return `${kept.join("\n").trimEnd()}\n`;
}

function symbol(name) {
  const path = join(MODULES, ICONS, "icons", `${name}.svg`);
  if (!existsSync(path)) throw new Error(`${ICONS} has no icon called ${name}`);
  const svg = readFileSync(path, "utf8").replace(/<!--.*?-->/gs, "");
  const [, viewBox] = svg.match(/viewBox="([^"]+)"/);
  const [, drawing] = svg.match(/<svg[^>]*>(.*)<\/svg>/s);
  const lines = drawing.trim().split("\n").map((line) => line.trim()).join("");
  // The strokes stand on the symbol, so that a <use> only has to bring its size and colour.
  return `<symbol id="i-${name}" viewBox="${viewBox}" fill="none" stroke="currentColor" stroke-width="2" `
    + `stroke-linecap="round" stroke-linejoin="round">${lines}</symbol>`;
}

function sprite(names) {
  const symbols = [...new Set(names)].sort().map(symbol);
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;
}

function licences(names) {
  return names.map((name) => {
    const { version, license } = installed(name);
    const text = readFileSync(join(MODULES, name, "LICENSE"), "utf8").trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  }).join(`\n${"-".repeat(78)}\n\n`);
}

function main() {
  const names = [...new Set([...SCRIPTS.map((script) => script.package), ICONS])];
  names.forEach(checkVersion);
  const files = SCRIPTS.map((script) => ({
    ...script, text: withoutSourceMap(readFileSync(join(MODULES, script.package, script.source), "utf8")),
  }));
  files.push({ file: "icons.svg", package: ICONS, source: "icons", text: sprite(project.companion.icons) });

  mkdirSync(TARGET, { recursive: true });
  for (const old of readdirSync(TARGET)) rmSync(join(TARGET, old), { recursive: true });
  const lock = files.map(({ file, package: name, source, text }) => {
    writeFileSync(join(TARGET, file), text);
    const sha384 = createHash("sha384").update(text).digest("base64");
    return { file, package: name, version: installed(name).version, licence: installed(name).license, source, sha384 };
  });
  writeFileSync(join(TARGET, "vendor.json"), `${JSON.stringify(lock, null, 2)}\n`);
  writeFileSync(join(TARGET, "LICENSES.txt"), licences(names));
  console.log(`static/vendor: ${lock.map((entry) => entry.file).join(", ")}`);
}

main();
