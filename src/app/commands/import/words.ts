/** The words behind `import` on the command line. */
import { parseArgs } from 'node:util';
import { StartRefused } from '../../../process/refusal.ts';
import { messageOf } from '../../../shared/errors.ts';

export interface ImportWords {
  /** A PostgreSQL URL, or the path of a dump. */
  readonly source: string;
  /** Where the keys of conversations are, a folder or a Redis URL; null: not said. */
  readonly keys: string | null;
  readonly withoutKeys: boolean;
  /** Messages are taken too. */
  readonly withMessages: boolean;
  /** False: a dry run. */
  readonly isApplied: boolean;
}

const USAGE =
  'usage: import evolution-api SOURCE [--keys KEYS | --without-keys] [--messages] [--apply], where SOURCE is a PostgreSQL URL or the file of a dump, and KEYS a folder or a Redis URL';

const OPTIONS = {
  apply: { type: 'boolean', default: false },
  messages: { type: 'boolean', default: false },
  'without-keys': { type: 'boolean', default: false },
  keys: { type: 'string' },
} as const;

/** Throws StartRefused for words that it does not know. */
export function readWords(args: readonly string[]): ImportWords {
  const { values, positionals } = parsed(args);
  const [system, source, ...others] = positionals;
  const { keys = null, apply: isApplied, messages: withMessages } = values;
  const withoutKeys = values['without-keys'];
  if (system !== 'evolution-api' || source === undefined || others.length > 0 || keys === '')
    throw new StartRefused(USAGE);
  if (keys !== null && withoutKeys)
    throw new StartRefused('--keys and --without-keys exclude each other');
  return { source, keys, withoutKeys, withMessages, isApplied };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new StartRefused(`${messageOf(error)}; ${USAGE}`, undefined, error);
  }
}
