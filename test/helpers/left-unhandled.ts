/** Takes the errors that code leaves unhandled on purpose; the test runner would fail the test for them. */
import { spyOn } from 'bun:test';

/** Returns the errors so far. `restore` must be called at the end of the test. */
export function takeUnhandled(): { readonly errors: unknown[]; restore(): void } {
  const errors: unknown[] = [];
  const later = globalThis.queueMicrotask;
  const spy = spyOn(globalThis, 'queueMicrotask').mockImplementation((run) =>
    later(() => {
      try {
        run();
      } catch (error) {
        errors.push(error);
      }
    }),
  );
  return { errors, restore: () => spy.mockRestore() };
}
