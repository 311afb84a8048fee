/** Offers to the command what takes over the instances of another system. */
export { importInstances } from './import.ts';
export type { ImportWords } from './words.ts';
