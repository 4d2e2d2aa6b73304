// npm run mirror -- FOLDER --from URL, npm run bundle -- keygen|export|import: copies of a registry, without a database.
import { prepare, root } from './prepare.mjs';
import { runInForeground } from './foreground.mjs';

const node = await prepare();
await runInForeground(node, [`${root}/dist/apps/mirror/src/main.js`, ...process.argv.slice(2)], 'inherit');
