// Takes out of node_modules what the service does not need when it runs: the packages that compile it, which npm would keep, and files
// that nothing here reads. Only after an installation without what tests.
import fs from 'node:fs';
import path from 'node:path';
import { foldersBelow } from './locked-packages.mjs';

/** Files below node_modules: TypeScript and maps, code for browsers, and all but one of several models and grammars. */
const UNREAD = [
  /\.(map|[cm]?tsx?)$/,
  /^typeorm\/browser\//,
  /^@vladmandic\/face-api\/(?!LICENSE|package\.json|model\/tiny_face_detector)/,
  /^@mediapipe\/selfie_segmentation\/(?!README|package\.json|selfie_segmentation\.tflite)/,
  /^@vscode\/tree-sitter-wasm\/wasm\/(?!tree-sitter-(?:python|javascript)\.)/,
];

/** @param {string} root The checkout. */
export function prune(root) {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const needed = foldersBelow(packages);
  for (const [folder, { link }] of Object.entries(packages))
    if (folder.includes('node_modules/') && !link && !needed.has(folder)) remove(path.join(root, folder));
  const modules = path.join(root, 'node_modules');
  removeUnread(modules, '');
  // What npm noted is not true any more. Without the note it looks for itself.
  remove(path.join(modules, '.package-lock.json'));
}

function removeUnread(modules, folder) {
  for (const entry of fs.readdirSync(path.join(modules, folder), { withFileTypes: true })) {
    const name = `${folder}${entry.name}`;
    if (entry.isDirectory()) removeUnread(modules, `${name}/`);
    else if (UNREAD.some((unread) => unread.test(name))) remove(path.join(modules, name));
  }
}

function remove(file) {
  fs.rmSync(file, { recursive: true, force: true });
}
