import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import {
  PairingProgress,
  type PairingState,
  type PairingStep,
  TRANSITIONS,
} from '../../../src/core/providers/pairing-state.ts';

const STATES = Object.keys(TRANSITIONS) as PairingState[];
const STEPS = [
  ...new Set(STATES.flatMap((state) => Object.keys(TRANSITIONS[state]))),
] as PairingStep[];

/** One that has come to the state by the shortest way. */
function progressAt(state: PairingState): PairingProgress {
  const ways: PairingStep[][] = [[]];
  for (const way of ways) {
    const progress = new PairingProgress(false);
    for (const step of way) progress.take(step);
    if (progress.state === state) return progress;
    for (const step of Object.keys(TRANSITIONS[progress.state]) as PairingStep[])
      if (way.length < STATES.length) ways.push([...way, step]);
  }
  throw new Error(`no way leads to ${state}`);
}

test('every state can be reached, and takes exactly the steps of the table', () => {
  for (const state of STATES)
    for (const step of STEPS) {
      const progress = progressAt(state);
      const next = TRANSITIONS[state][step];
      expect([progress.take(step), progress.state]).toEqual([next !== undefined, next ?? state]);
    }
});

test('a phone accepts once: a second consent, or one of a linked account, changes nothing', () => {
  for (const state of STATES) {
    const isTaken = progressAt(state).take('accept');
    expect([state, isTaken]).toEqual([state, state === 'unpaired' || state === 'offering']);
  }
});

test('each state says whether it is paired, on disk, and still to log in', () => {
  const facts = STATES.map((state) => {
    const { isOffering, isPaired, isSettling, isSaved, isNew } = progressAt(state);
    return [state, ...[isOffering, isPaired, isSettling, isSaved, isNew].map(Number)];
  });
  expect(facts).toEqual([
    ['unpaired', 0, 0, 0, 0, 0],
    ['offering', 1, 0, 0, 0, 0],
    ['accepted', 0, 1, 1, 0, 1],
    ['saved', 0, 1, 1, 1, 1],
    ['published', 0, 1, 1, 1, 1],
    ['remembered', 0, 1, 1, 1, 1],
    ['settled', 0, 1, 0, 1, 1],
    ['paired', 0, 1, 0, 1, 0],
  ]);
});

test('an account that is known from before is paired', () => {
  expect(new PairingProgress(true).state).toBe('paired');
});

test('the drawing in the documentation has exactly the steps of the table', () => {
  const page = readFileSync(new URL('../../../docs/architecture.md', import.meta.url), 'utf8');
  const [, drawing = ''] =
    /## A pairing, state by state[\s\S]*?```mermaid\n([\s\S]*?)```/.exec(page) ?? [];
  const drawn = [...drawing.matchAll(/^\s+(\w+) --> (\w+): (\w+)$/gm)].map((line) => line.slice(1));
  const own = STATES.flatMap((from) =>
    Object.entries(TRANSITIONS[from]).map(([step, to]) => [from, to, step]),
  );
  expect(drawn.toSorted()).toEqual(own.toSorted());
});
