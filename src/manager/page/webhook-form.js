/** The webhook's settings. */
import { ApiFailure, at } from './api.ts';
import { el, setText } from './dom.js';
import { eventChoice, tick } from './event-choice.js';
import { attempt, field, input, onSubmit, statusLine } from './forms.js';

const UNSET = { enabled: true, url: '', events: ['ALL'], headers: {}, base64: null };

export function webhookForm({ api, name }) {
  const status = statusLine();
  const url = input('url', { inputMode: 'url' });
  const enabled = el('input', { type: 'checkbox', checked: true });
  const events = eventChoice();
  const unchanged = el('p.hint');

  const form = el(
    'form',
    field('URL', url, 'http or https'),
    tick(enabled, 'Enabled'),
    events.element,
    unchanged,
    el('button.primary', { type: 'submit' }, 'Save'),
    status.element,
  );
  const read = () => api.get(at`/webhook/find/${name}`);
  const load = async () => {
    const found = await read();
    const stored = found ?? UNSET;
    url.value = stored.url;
    enabled.checked = stored.enabled;
    events.choose(stored.events);
    setText(unchanged, unchangedText(stored));
    return found ? '' : 'None is set yet';
  };
  onSubmit(form, status, async () => {
    const chosen = events.names();
    // The service takes an empty list for all of them.
    if (chosen.length === 0) throw new ApiFailure({ message: 'Tick at least one event' });
    const { url: former, headers: stored, base64, format, byEvents } = (await read()) ?? UNSET;
    const headers = originOf(url.value.trim()) === originOf(former) ? stored : {};
    const shown = { enabled: enabled.checked, url: url.value.trim(), events: chosen };
    const kept = { headers, base64, format, byEvents };
    const { message } = await api.post(at`/webhook/set/${name}`, { ...shown, ...kept });
    await load();
    const dropped = Object.keys(stored).filter((one) => !Object.hasOwn(headers, one));
    return dropped.length === 0 ? message : `${message}. Dropped: ${dropped.join(', ')}`;
  });
  void attempt(form, status, load);
  return form;
}

const originOf = (url) => (URL.canParse(url) ? new URL(url).origin : '');

/** What saving leaves as it is. */
function unchangedText({ headers, base64 }) {
  const names = Object.keys(headers);
  const texts = [
    names.length > 0 ? `Extra headers: ${names.join(', ')}.` : '',
    base64 === null ? '' : `Media inside the body: ${base64 ? 'yes' : 'no'}.`,
  ];
  const text = texts.filter(Boolean).join(' ');
  return text === ''
    ? ''
    : `${text} Both stay as they are, headers as long as scheme, host and port do.`;
}
