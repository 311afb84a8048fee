/** What holds for every test, in whichever process of the runner it is. */

/** A printed time means the same on every machine. */
process.env.TZ = 'UTC';

const collect = Bun.gc;
/**
 * The framework asks for a collection after it has put an app together: once in the life of a service, but some
 * thousand times in that of a test process, with the heap of all tests. What asks for a full one gets it.
 */
Bun.gc = (isFull) => (isFull === true ? collect(true) : 0);
