/**
 * The state of the channels: since when they are connected, the last failure with advice, and how many deliveries wait.
 */
import { reasonText } from '../../../../core/languages/reasons.ts';
import type { AnswerTo } from '../api.ts';
import { Card } from '../components/layout.tsx';
import { Badge, Time } from '../components/text.tsx';
import { texts } from '../texts.ts';
import { channelName } from '../traffic/endpoint-names.ts';
import { errorWords } from '../traffic/error-words.ts';
import { useGlobalKeyQuery } from './global-key.ts';

type Health = AnswerTo<'GET', '/channels'>['channels'][number];

/** With `isTrouble` it shows only those that are down or refuse, and nothing while all work. */
export function Channels({ isTrouble = false }: { isTrouble?: boolean }) {
  const { channels } = texts();
  const value = useGlobalKeyQuery((api, signal) => api.call('GET', '/channels', { signal }));
  if (value === null) return null;
  const off = isTrouble ? [] : value.channels.filter(isUnused);
  const shown = value.channels.filter((one) => (isTrouble ? isBroken(one) : !isUnused(one)));
  if (shown.length === 0) return null;
  return (
    <Card title={channels.title}>
      <ul class="rows">
        {shown.map((health) => (
          <ChannelRow key={health.channel} health={health} />
        ))}
      </ul>
      {off.length > 0 && (
        <p class="hint">
          {channels.unused(off.map(({ channel }) => channelName(channel)).join(', '))}
        </p>
      )}
    </Card>
  );
}

/** Whether it is off, and nothing waits for it or has failed in it. */
const isUnused = ({ state, waiting, lastFailure, refusing }: Health): boolean =>
  state === 'off' && !waiting && lastFailure === null && refusing === undefined;

const isBroken = ({ state, refusing }: Health): boolean =>
  state === 'down' || refusing !== undefined;

function ChannelRow({ health }: { health: Health }) {
  const { channels } = texts();
  const { state, since } = health;
  const isDown = state === 'down';
  return (
    <li>
      <p>
        <strong>{channelName(health.channel)}</strong>{' '}
        <Badge state={state}>{channels.states[state]}</Badge>{' '}
        {since !== null && (
          <span class="hint">
            {channels.changed} <Time iso={since} isAgo />
          </span>
        )}
      </p>
      <Line text={waitingText(health)} />
      <Line text={failureText(health)} kind={isDown ? 'failed' : ''} />
      <Line text={refusingText(health)} kind="failed" />
      <Line text={isDown || health.refusing !== undefined ? cureText(health) : ''} />
    </li>
  );
}

const Line = ({ text, kind = '' }: { text: string; kind?: string }) =>
  text === '' ? null : (
    <p class="status" data-kind={kind}>
      {text}
    </p>
  );

function cureText({ cure, cureReason, cureVariable }: Health): string {
  const parameters = { variable: cureVariable ?? '' };
  return reasonText(texts().advice, cureReason ?? '', parameters) ?? cure ?? '';
}

function waitingText({ state, waiting, sending, oldestDueSeconds, readers }: Health): string {
  const { channels } = texts();
  if (readers !== null) return channels.readers(readers);
  if (waiting === null || (state === 'off' && waiting === 0)) return '';
  const late = oldestDueSeconds ? channels.late(oldestDueSeconds) : '';
  return channels.waiting(waiting, late, sending ?? 0);
}

function refusingText({ refusing }: Health): string {
  const { channels, formats } = texts();
  if (refusing === undefined) return '';
  const { count, since, place, error } = refusing;
  return channels.refusing(count, place, formats.dateTime(since), errorWords(error));
}

function failureText({ state, error, lastFailure, refusing }: Health): string {
  const { channels, formats } = texts();
  if (state === 'down') return errorWords(error ?? '');
  if (lastFailure === null || refusing !== undefined) return '';
  return channels.lastFailure(formats.dateTime(lastFailure.at), errorWords(lastFailure.error));
}
