import { digitsOf } from '../components/form.tsx';

/** Returns the numbers and JIDs that were written, one a line or after commas. */
export const peopleIn = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((one) => (one.includes('@') ? one.trim() : digitsOf(one)))
    .filter(Boolean);
