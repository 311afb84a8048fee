/** The sections of the pages that the service writes itself. */
export { api } from './api.ts';
export { docs } from './docs.ts';
export { failure } from './failure.ts';
export { frame } from './frame.ts';
export { gate } from './gate.ts';
export { home } from './home.ts';
export { portal } from './portal.ts';

/** In English the API document has them. */
export const summaries: Readonly<Record<string, string>> = {};
