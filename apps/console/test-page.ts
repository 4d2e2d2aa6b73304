import { cleanup } from '@testing-library/react';

afterEach(cleanup);
// Mantine waits for fonts, which happy-dom does not know.
Object.defineProperty(document, 'fonts', { value: new EventTarget() });
