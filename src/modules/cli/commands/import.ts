/** `import evolution-api`: takes over the instances of an Evolution API. */
import { type ImportWords, importInstances } from '../../import/api.ts';
import { type Run, UsageFault, type Words } from '../command.ts';

export const run: Run = async (words, terminal) => {
  const settings = terminal.settings();
  const wanted = importWordsOf(words);
  const { line, exitCode } = await terminal.during(
    { label: 'importing instances', total: null },
    (onInstance) => importInstances(settings, wanted, onInstance),
  );
  await terminal.say(line, { report: line.split('\n') });
  return exitCode;
};

/** Throws UsageFault for another system, and for options that exclude each other. */
export function importWordsOf({ operands, value, isOn }: Words): ImportWords {
  const [system = '', source = ''] = operands;
  if (system !== 'evolution-api')
    throw new UsageFault(`cannot import from ${JSON.stringify(system)}, only from evolution-api`);
  const keys = value('keys');
  const withoutKeys = isOn('without-keys');
  if (keys !== null && withoutKeys)
    throw new UsageFault('use either --keys or --without-keys, not both');
  const [withMessages, isApplied] = [isOn('messages'), isOn('apply')];
  return { source, keys, withoutKeys, withMessages, isApplied };
}
