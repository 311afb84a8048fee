import { afterEach, expect, test } from 'bun:test';
import type { Group } from '../../../doubles/whatsapp/groups.ts';
import type { Contact } from '../../../doubles/whatsapp/server.ts';
import { until } from '../../../helpers/until.ts';
import { endAll, type OpenedStage, opened } from '../opened-stage.ts';

afterEach(endAll);

const say = ({ session }: OpenedStage, group: Group, text: string) =>
  session.send({ number: group.jid, content: { kind: 'text', text } });

const hears = async (contact: Contact, id: string) =>
  await contact.receives((received) => received.id === id);

test.each(['leaves', 'is removed'] as const)(
  'a member who %p cannot read on with the key of the group, and those who stay read everything',
  async (way) => {
    const stage = await opened();
    const { whatsapp, phone, ana, bob, recorded } = stage;
    const keysSent: string[] = [];
    whatsapp.hearsEach((_from, { tag, attrs, content }) => {
      const tags = Array.isArray(content) ? content.map((node) => node.tag) : [];
      if (tag === 'message' && tags.includes('participants')) keysSent.push(attrs.id ?? '');
    });
    const group = ana.creates({ subject: 'Team', members: [phone, bob] });
    await recorded('JoinedGroup');
    const first = await say(stage, group, 'with Bob');
    await hears(ana, first.id);
    await hears(bob, first.id);
    const second = await say(stage, group, 'still with Bob');
    await hears(ana, second.id);
    expect(keysSent).toEqual([first.id]);
    if (way === 'leaves') group.leaves(bob);
    else group.removes(ana, bob);
    await recorded('GroupInfo');
    const later = [await say(stage, group, 'without Bob'), await say(stage, group, 'and again')];
    for (const { id } of later) await hears(ana, id);
    // The new key goes to everybody who is left, once.
    expect(keysSent).toEqual([first.id, later[0]?.id ?? '']);
    group.adds(ana, bob);
    await until('he is back', () => stage.all('GroupInfo').length === 2);
    const last = await say(stage, group, 'with Bob again');
    await hears(ana, last.id);
    await hears(bob, last.id);
    expect(whatsapp.complaints).toEqual([]);
  },
);
