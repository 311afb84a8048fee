/** What stands beside the state of an instance: its phase in words, and the reason. */

/** @param {{ state: string, phase: string, reason: string | null }} instance */
export function phaseWords({ state, phase, reason }) {
  const words = phase === state ? '' : phase.replaceAll('_', ' ');
  return [words, reason].filter(Boolean).join(': ');
}
