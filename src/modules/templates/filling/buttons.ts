/** Fills the buttons of a template with parameters. Pure. */
import { type Fields, isFields } from '../../../core/http/read-fields.ts';
import type { FilledButton } from '../../../core/providers/templates.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import { filledText, variablesIn } from '../rules/variables.ts';
import type { ParameterReader } from './filling.ts';
import type { SentPart } from './sent-parts.ts';

interface ButtonRule {
  /** The `sub_type` that parameters use for it. */
  readonly subType: string;
  /** The type of its parameter. */
  readonly type: string;
  readonly need: 'required' | 'optional';
  readonly charactersMax?: number;
}

const TEXT_CHARACTERS_MAX = 2000;

/** Buttons that take a parameter. A link takes one when its address has a variable. */
const RULES: Readonly<Record<string, ButtonRule>> = {
  URL: { subType: 'url', type: 'text', need: 'required' },
  OTP: { subType: 'url', type: 'text', need: 'required', charactersMax: 15 },
  COPY_CODE: { subType: 'copy_code', type: 'coupon_code', need: 'required', charactersMax: 15 },
  QUICK_REPLY: { subType: 'quick_reply', type: 'payload', need: 'optional', charactersMax: 256 },
  FLOW: { subType: 'flow', type: 'action', need: 'optional' },
  CATALOG: { subType: 'catalog', type: 'action', need: 'optional' },
  MPM: { subType: 'mpm', type: 'action', need: 'required' },
};

/** The platform checks the parameters of these. */
const UNCHECKED: ReadonlySet<string> = new Set(['VOICE_CALL', 'SPM']);
const FIXED: ReadonlySet<string> = new Set([
  'PHONE_NUMBER',
  'CALL_PERMISSION_REQUEST',
  'REQUEST_CONTACT_INFO',
]);

export const fillButtons = (filling: ParameterReader, buttons: unknown): FilledButton[] =>
  Array.isArray(buttons)
    ? buttons
        .filter(isFields)
        .map((button, index) => fillButton(filling, button, `button ${index}`))
    : [];

function fillButton(filling: ParameterReader, button: Fields, name: string): FilledButton {
  const type = `${button.type}`;
  const shown = { type, text: typeof button.text === 'string' ? button.text : '' };
  const rule = RULES[type];
  const isFixedLink = type === 'URL' && variablesIn(`${button.url}`, 'NAMED').length === 0;
  if (FIXED.has(type) || isFixedLink) filling.none(name);
  if (type === 'PHONE_NUMBER') return { ...shown, value: `${button.phone_number}` };
  if (isFixedLink) return { ...shown, value: `${button.url}` };
  const part = filling.take(name);
  if (rule === undefined || UNCHECKED.has(type)) return shown;
  if (part === null && rule.need === 'optional') return shown;
  const value = valueIn(filling, part, { name, rule });
  if (value === null) return shown;
  if (type !== 'URL') return { ...shown, value };
  const [variable = ''] = variablesIn(`${button.url}`, 'NAMED');
  return { ...shown, value: filledText(`${button.url}`, new Map([[variable, value]])) };
}

/** Returns the value of a button's parameter, or null if it is missing or phones do not show it. */
function valueIn(
  filling: ParameterReader,
  part: SentPart | null,
  { name, rule }: { name: string; rule: ButtonRule },
): string | null {
  if (part !== null && part.fields.sub_type !== rule.subType) {
    filling.refuse(`${part.path}.sub_type`, problem('must_be', { value: rule.subType }));
    return null;
  }
  const parameter = filling.only(part, name, [rule.type]);
  if (parameter === null || part === null) return null;
  const value = parameter[rule.type];
  const path = `${part.path}.parameters[0].${rule.type}`;
  if (rule.type === 'action') {
    if (!isFields(value)) filling.refuse(path, problem('not_object'));
    return null;
  }
  const { charactersMax = TEXT_CHARACTERS_MAX } = rule;
  if (typeof value === 'string' && value.trim() !== '' && [...value].length <= charactersMax)
    return value;
  filling.refuse(path, problem('text_length', { min: 1, max: charactersMax }));
  return null;
}
