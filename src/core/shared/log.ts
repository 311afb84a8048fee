/** Logs one JSON line per fact on stdout. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type Fields = Record<string, unknown>;

export type Log = Record<LogLevel, (message: string, fields?: Fields) => void>;

/** Field names whose value is always masked, as the last line of defence. */
const SECRET_FIELD = /(secret|token|apikey|api_key|authorization|password|encryptionkey)/i;

const masked = (name: string, value: unknown): unknown => {
  if (name !== '' && SECRET_FIELD.test(name)) return '********';
  return value instanceof Error ? { name: value.name, message: value.message } : value;
};

/** `write` gets one line without its line end; tests pass their own to read what was logged. */
export function createLog(
  level: LogLevel,
  now: () => number,
  write: (line: string) => void = (line) => process.stdout.write(`${line}\n`),
): Log {
  const from = LOG_LEVELS.indexOf(level);
  const at =
    (name: LogLevel, index: number): Log[LogLevel] =>
    (message, fields) => {
      if (index < from) return;
      const line = { level: name, time: new Date(now()).toISOString(), message, ...fields };
      write(JSON.stringify(line, masked));
    };
  return Object.fromEntries(LOG_LEVELS.map((name, index) => [name, at(name, index)])) as Log;
}
