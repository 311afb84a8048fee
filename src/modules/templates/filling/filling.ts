/** Collects, while a template is filled, which of the given parts were used and what is wrong. */
import type { Fields } from '../../../core/http/read-fields.ts';
import type { ParameterFormat } from '../../../core/providers/templates.ts';
import { type FieldProblem, type Problem, problem } from '../../../core/shared/reasons/problems.ts';
import { readSentParts, type SentPart } from './sent-parts.ts';

export class ParameterReader {
  readonly format: ParameterFormat;
  /** The path of the parts in the body: `components`. */
  readonly path: string;
  readonly problems: FieldProblem[];
  readonly #parts: readonly SentPart[];
  readonly #taken = new Set<SentPart>();

  constructor(components: unknown, path: string, format: ParameterFormat) {
    const { parts, problems } = readSentParts(components, path);
    this.#parts = parts;
    this.problems = [...problems];
    this.path = path;
    this.format = format;
  }

  /** Takes the part that was given for one of the template, such as `body` or `button 0`. */
  take(name: string): SentPart | null {
    const part = this.#parts.find((one) => one.for === name) ?? null;
    if (part !== null) this.#taken.add(part);
    return part;
  }

  refuse(field: string, found: Problem): void {
    this.problems.push({ field, ...found });
  }

  /**
   * Returns the only parameter of a part, of one of the types; null, with the problem noted, when it is something else.
   */
  only(part: SentPart | null, name: string, types: readonly string[]): Fields | null {
    const [first, ...more] = part?.parameters ?? [];
    if (first !== undefined && more.length === 0 && types.includes(`${first.type}`)) return first;
    const wanted = { types: types.join(' or ') };
    if (part === null)
      this.refuse(this.path, problem('typed_parameter_missing', { part: name, ...wanted }));
    else this.refuse(part.path, problem('not_one_typed_parameter', wanted));
    return null;
  }

  /** Refuses parameters of a part without variables. */
  none(name: string): void {
    const part = this.take(name);
    if (part !== null && part.parameters.length > 0)
      this.refuse(part.path, problem('no_parameters_taken', { part: name }));
  }

  /** Refuses parts that were not used, and returns those with parameters, as the official API takes them. */
  end(): Fields[] {
    for (const part of this.#parts)
      if (!this.#taken.has(part))
        this.refuse(part.path, problem('part_not_there', { part: part.for }));
    return this.#parts
      .filter(({ parameters, fields }) => parameters.length > 0 || 'cards' in fields)
      .map(({ fields }) => fields);
  }
}
