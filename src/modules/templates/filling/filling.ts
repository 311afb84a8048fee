/** Collects, while a template is filled, which of the given parts were used and what is wrong. */
import type { Fields } from '../../../core/http/read-fields.ts';
import type { ParameterFormat } from '../../../core/providers/templates.ts';
import { type GivenPart, readGiven } from './given.ts';

export class Filling {
  readonly format: ParameterFormat;
  /** The path of the parts in the body: `components`. */
  readonly path: string;
  readonly problems: string[];
  readonly #parts: readonly GivenPart[];
  readonly #taken = new Set<GivenPart>();

  constructor(given: unknown, path: string, format: ParameterFormat) {
    const { parts, problems } = readGiven(given, path);
    this.#parts = parts;
    this.problems = [...problems];
    this.path = path;
    this.format = format;
  }

  /** Takes the part that was given for one of the template, such as `body` or `button 0`. */
  take(name: string): GivenPart | null {
    const part = this.#parts.find((one) => one.for === name) ?? null;
    if (part !== null) this.#taken.add(part);
    return part;
  }

  refuse(problem: string): void {
    this.problems.push(problem);
  }

  /**
   * Returns the only parameter of a part, of one of the types; null, with the problem noted, when it is something else.
   */
  only(part: GivenPart | null, name: string, types: readonly string[]): Fields | null {
    const [first, ...more] = part?.parameters ?? [];
    if (first !== undefined && more.length === 0 && types.includes(`${first.type}`)) return first;
    const place =
      part === null ? `${this.path} must hold a ${name} with` : `${part.path} must have`;
    this.refuse(`${place} one parameter, of type ${types.join(' or ')}`);
    return null;
  }

  /** Refuses parameters of a part without variables. */
  none(name: string): void {
    const part = this.take(name);
    if (part !== null && part.parameters.length > 0)
      this.refuse(`${part.path} must have no parameters: the ${name} of this template takes none`);
  }

  /** Refuses parts that were not used, and returns those with parameters, as the official API takes them. */
  end(): Fields[] {
    for (const part of this.#parts)
      if (!this.#taken.has(part))
        this.refuse(`${part.path} is for a ${part.for}, which this template does not have`);
    return this.#parts
      .filter(({ parameters, fields }) => parameters.length > 0 || 'cards' in fields)
      .map(({ fields }) => fields);
  }
}
