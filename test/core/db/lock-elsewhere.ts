/** Another process that holds a database file's lock until it is asked to release it. */
import { expect } from 'bun:test';

/** `begin` is how it takes the lock. */
export async function lockElsewhere(
  path: string,
  begin: 'BEGIN IMMEDIATE' | 'BEGIN EXCLUSIVE' = 'BEGIN IMMEDIATE',
): Promise<{ unlock(): Promise<void> }> {
  const script = `
    const { Database } = require('bun:sqlite');
    const db = new Database(process.argv[1]);
    db.run(process.argv[2]);
    process.stdout.write('locked');
    process.stdin.once('end', () => { db.run('COMMIT'); db.close(); }).resume();`;
  const other = Bun.spawn([process.execPath, '-e', script, path, begin], {
    stdin: 'pipe',
    stdout: 'pipe',
  });
  const { value } = await other.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toBe('locked');
  return {
    async unlock() {
      other.stdin.end();
      expect(await other.exited).toBe(0);
    },
  };
}
