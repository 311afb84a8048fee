/**
 * What the READMEs say of the last run of a case, between `<!-- campaign -->` marks. A run with `--write-docs` renews
 * it, and so does `bun run campaign/claims.ts`.
 */
import { join } from 'node:path';
import { DOCUMENT, rowsOf } from './document.ts';

/** The figures of a run of `kill` that held. */
export interface KillFigures {
  readonly kills: number;
  readonly acknowledged: number;
  /** A day such as `2026-11-27`. */
  readonly day: string;
}

type Claim = (figures: KillFigures) => string;

/** The sentence of each README. */
export const CLAIMS: ReadonlyMap<string, Claim> = new Map([
  [
    'README.md',
    ({ kills, acknowledged, day }) =>
      `In [the test of ${day}](docs/campaign.md) the service was killed ${kills} times under load: of ${acknowledged.toLocaleString('en')} acknowledged messages, none was lost.`,
  ],
  [
    'README.pt-BR.md',
    ({ kills, acknowledged, day }) =>
      `No [teste de ${day}](docs/campaign.md), o serviço foi morto ${kills} vezes sob carga: de ${acknowledged.toLocaleString('pt-BR')} mensagens aceitas, nenhuma se perdeu.`,
  ],
]);

/** A run without another verdict. */
const HELD_RUN = /^\d{4}-\d\d-\d\d$/;

const MARKED = /(<!-- campaign -->).*?(<!-- \/campaign -->)/;

/** Returns the figures in the page of the campaign. Throws if the last run of `kill` did not hold, or lost something. */
export function killFigures(page: string): KillFigures {
  const [, figures = '', run = ''] = rowsOf(page).get('kill') ?? [];
  const [, kills, acknowledged = ''] = /^kills (\d+); acknowledged ([\d,]+) \(/.exec(figures) ?? [];
  const zeros = /zero: (.+)$/.exec(figures)?.[1]?.split(', ') ?? [];
  if (kills === undefined || !HELD_RUN.test(run) || !zeros.includes('lost'))
    throw new Error(`the last run of kill gives nothing to claim: ${figures}, ${run}`);
  return {
    kills: Number(kills),
    acknowledged: Number(acknowledged.replaceAll(',', '')),
    day: run,
  };
}

/** Returns a README with the sentence of its claim renewed. */
export const withClaim = (text: string, claim: string): string =>
  text.replace(MARKED, `$1${claim}$2`);

/** Renews the claims of the READMEs from the page of the campaign. */
export async function writeClaims(): Promise<void> {
  const figures = killFigures(await Bun.file(DOCUMENT).text());
  for (const [name, claim] of CLAIMS) {
    const file = Bun.file(join(DOCUMENT, '../..', name));
    await file.write(withClaim(await file.text(), claim(figures)));
  }
}

if (import.meta.main) await writeClaims();
