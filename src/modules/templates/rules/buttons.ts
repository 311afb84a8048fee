/** Checks the buttons of templates: which kinds there are, what each needs and how many are allowed. Pure. */
import { type Fields, isFields } from '../../../core/http/read-fields.ts';
import { type FieldProblem, problem } from '../../../core/shared/reasons/problems.ts';
import { isWebUrl, textProblems, textProblemsIfGiven, wrong } from './texts.ts';

const BUTTONS_MAX = 10;
const TEXT_CHARACTERS_MAX = 25;
const URL_CHARACTERS_MAX = 2000;
const PHONE_CHARACTERS_MAX = 20;
const CODE_CHARACTERS_MAX = 15;
const APPS_MAX = 5;
const APP_HASH_CHARACTERS = 11;

interface ButtonRule {
  /** The most of one template. */
  readonly most: number;
  /** Whether the account must set its text, may set it, or the platform does. */
  readonly text: 'required' | 'optional' | 'none';
  readonly more?: (button: Fields, path: string) => FieldProblem[];
}

const NO_MORE_THAN_ONE: ButtonRule = { most: 1, text: 'required' };

const RULES = {
  QUICK_REPLY: { most: BUTTONS_MAX, text: 'required' },
  URL: { most: 2, text: 'required', more: urlProblems },
  PHONE_NUMBER: {
    ...NO_MORE_THAN_ONE,
    more: ({ phone_number: number }, path) =>
      textProblems(number, `${path}.phone_number`, PHONE_CHARACTERS_MAX),
  },
  COPY_CODE: {
    most: 1,
    text: 'none',
    more: ({ example }, path) =>
      textProblems(firstOf(example), `${path}.example`, CODE_CHARACTERS_MAX),
  },
  FLOW: {
    ...NO_MORE_THAN_ONE,
    more: ({ flow_id: id, flow_name: name, flow_json: json }, path) =>
      [id, name, json].some((one) => typeof one === 'string' && one !== '')
        ? []
        : [wrong(path, 'must have flow_id, flow_name or flow_json')],
  },
  OTP: { most: 1, text: 'optional', more: passwordProblems },
  CATALOG: NO_MORE_THAN_ONE,
  MPM: NO_MORE_THAN_ONE,
  SPM: NO_MORE_THAN_ONE,
  VOICE_CALL: NO_MORE_THAN_ONE,
  CALL_PERMISSION_REQUEST: { most: 1, text: 'none' },
  REQUEST_CONTACT_INFO: { most: 1, text: 'optional' },
} as const satisfies Record<string, ButtonRule>;

type ButtonType = keyof typeof RULES;
const TYPES = Object.keys(RULES) as ButtonType[];

/** Authentication templates have only buttons for one-time passwords, and other templates have none of these. */
export function buttonsProblems(
  value: unknown,
  path: string,
  { category, most = BUTTONS_MAX }: { category: string; most?: number },
): FieldProblem[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > most)
    return [wrong(path, `must be an array of 1 to ${most} buttons`)];
  const problems = value.flatMap((button: unknown, index) =>
    buttonProblems(button, `${path}[${index}]`),
  );
  if (problems.length > 0) return problems;
  const types: ButtonType[] = value.map(({ type }) => type);
  return [
    ...countProblems(types, path),
    ...groupProblems(types, path),
    ...of(category, types, path),
  ];
}

function buttonProblems(button: unknown, path: string): FieldProblem[] {
  if (!isFields(button)) return [wrong(path, problem('not_object'))];
  const type = TYPES.find((known) => known === button.type);
  if (type === undefined)
    return [wrong(`${path}.type`, problem('unknown_value', { values: TYPES.join(', ') }))];
  const rule: ButtonRule = RULES[type];
  return [...labelProblems(rule, button, path), ...(rule.more?.(button, path) ?? [])];
}

function labelProblems({ text: need }: ButtonRule, { text }: Fields, path: string): FieldProblem[] {
  if (need === 'none') return [];
  const check = need === 'required' ? textProblems : textProblemsIfGiven;
  return check(text, `${path}.text`, TEXT_CHARACTERS_MAX);
}

const countProblems = (types: readonly ButtonType[], path: string): FieldProblem[] =>
  [...new Set(types)].flatMap((type) => {
    const { most } = RULES[type];
    const count = types.filter((one) => one === type).length;
    return count > most ? [wrong(path, `must have at most ${most} of type ${type}`)] : [];
  });

/** Quick replies must be adjacent, before or after all others. */
function groupProblems(types: readonly ButtonType[], path: string): FieldProblem[] {
  const changes = types.filter(
    (type, index) => index > 0 && (type === 'QUICK_REPLY') !== (types[index - 1] === 'QUICK_REPLY'),
  );
  return changes.length > 1
    ? [wrong(path, 'must have all QUICK_REPLY buttons before the others or after them')]
    : [];
}

function of(category: string, types: readonly ButtonType[], path: string): FieldProblem[] {
  const isAuthentication = category === 'AUTHENTICATION';
  if (types.every((type) => (type === 'OTP') === isAuthentication)) return [];
  return isAuthentication
    ? [wrong(path, 'must have type OTP alone, since the category is AUTHENTICATION')]
    : [wrong(path, 'must not have type OTP, which is for the category AUTHENTICATION')];
}

/** One variable may be at its end. */
function urlProblems({ url, example }: Fields, path: string): FieldProblem[] {
  const problems = textProblems(url, `${path}.url`, URL_CHARACTERS_MAX);
  if (problems.length > 0) return problems;
  const [start = '', ...ends] = `${url}`.split(/\{\{[^{}]*\}\}/);
  if (!isWebUrl(start)) return [wrong(`${path}.url`, 'must be an http or https URL')];
  if (ends.length > 1 || ends.some((end) => end !== ''))
    return [wrong(`${path}.url`, 'must have at most one variable, at its end')];
  if (ends.length === 0) return [];
  return textProblems(firstOf(example), `${path}.example`, URL_CHARACTERS_MAX);
}

const PASSWORD_TYPES = ['COPY_CODE', 'ONE_TAP', 'ZERO_TAP'];

/** Buttons that fill in the code automatically name the apps that may have it. */
function passwordProblems(button: Fields, path: string): FieldProblem[] {
  const { otp_type: type, autofill_text: autofill, supported_apps: apps = [button] } = button;
  if (!PASSWORD_TYPES.some((known) => known === type))
    return [
      wrong(`${path}.otp_type`, problem('unknown_value', { values: PASSWORD_TYPES.join(', ') })),
    ];
  if (type === 'COPY_CODE') return [];
  const areApps = Array.isArray(apps) && apps.length > 0 && apps.length <= APPS_MAX;
  return [
    ...textProblemsIfGiven(autofill, `${path}.autofill_text`, TEXT_CHARACTERS_MAX),
    ...(areApps && apps.every(isApp)
      ? []
      : [
          wrong(
            `${path}.supported_apps`,
            `must be a list of 1 to ${APPS_MAX} of {"package_name", "signature_hash"}, the hash of ${APP_HASH_CHARACTERS} characters`,
          ),
        ]),
    ...(type === 'ZERO_TAP' && button.zero_tap_terms_accepted !== true
      ? [wrong(`${path}.zero_tap_terms_accepted`, 'must be true')]
      : []),
  ];
}

const isApp = (app: unknown): boolean =>
  isFields(app) &&
  typeof app.package_name === 'string' &&
  app.package_name !== '' &&
  typeof app.signature_hash === 'string' &&
  app.signature_hash.length === APP_HASH_CHARACTERS;

/** An example may be alone or in a list. */
const firstOf = (example: unknown): unknown => (Array.isArray(example) ? example[0] : example);
