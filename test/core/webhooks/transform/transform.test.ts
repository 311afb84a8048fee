/** Transforms of bodies: what they make, and what is refused. */

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { sentenceOf } from '../../../../src/core/shared/reasons/problems.ts';
import { compileTransform } from '../../../../src/core/webhooks/transform/transform.ts';
import { anyText } from '../../../helpers/any-text.ts';

const BODY = {
  event: 'Message',
  sequence: 5,
  data: {
    Info: { Chat: '5511888880000@s.whatsapp.net', PushName: 'Bia "B"\n', IsGroup: false },
    Message: { conversation: 'Hello <!channel> & {{event}}' },
    people: [
      { id: 1, name: 'Ana', phone: '1' },
      { id: 2, name: 'Bia', phone: '2' },
    ],
  },
};

function made(transform: unknown, body: unknown = BODY, stored: unknown = body) {
  const compiled = compileTransform(transform);
  if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems));
  return compiled.apply(body, stored);
}
function bodyOf(transform: unknown, body?: unknown, stored?: unknown) {
  const result = made(transform, body, stored);
  if ('problem' in result) throw new Error(result.problem);
  return result.contentType === 'application/json' ? JSON.parse(result.body) : result.body;
}
const problemsOf = (transform: unknown): string[] => {
  const compiled = compileTransform(transform);
  return 'problems' in compiled ? compiled.problems.map((one) => sentenceOf([one])) : [];
};

describe('what is made', () => {
  test('pick sends what it names, in each element of a list too', () => {
    expect(bodyOf({ pick: ['event', 'data.Info.Chat', 'data.people.name', 'nothing'] })).toEqual({
      event: 'Message',
      data: { Info: { Chat: BODY.data.Info.Chat }, people: [{ name: 'Ana' }, { name: 'Bia' }] },
    });
    expect(bodyOf({ pick: ['data.Info', 'data.Info.Chat'] }).data.Info).toEqual(BODY.data.Info);
    expect(bodyOf({ pick: ['nothing.at.all'] })).toEqual({});
    expect(bodyOf({ pick: ['ids.name'] }, { ids: ['a', { name: 'b' }] })).toEqual({
      ids: [{ name: 'b' }],
    });
  });

  test('omit sends all but what it names', () => {
    const { data, ...rest } = bodyOf({ omit: ['data.people.phone', 'data.Message', 'sequence'] });
    expect(rest).toEqual({ event: 'Message' });
    expect(data.people).toEqual([
      { id: 1, name: 'Ana' },
      { id: 2, name: 'Bia' },
    ]);
    expect(data.Message).toBeUndefined();
  });

  test('rename moves fields to other places, all at once, and over what is there', () => {
    const renamed = bodyOf({
      pick: ['event', 'sequence', 'data.Info.Chat'],
      rename: { event: 'sequence', sequence: 'event', 'data.Info.Chat': 'from.chat', no: 'where' },
    });
    expect(renamed).toEqual({
      event: 5,
      sequence: 'Message',
      data: { Info: {} },
      from: { chat: BODY.data.Info.Chat },
    });
    expect(bodyOf({ pick: ['event', 'sequence'], rename: { event: 'sequence' } })).toEqual({
      sequence: 'Message',
    });
  });

  test('rename to a place inside a value says so, and makes nothing', () => {
    expect(made({ rename: { sequence: 'event.sequence' } })).toEqual({
      problem: 'rename: nothing can be put at event.sequence, since it is in a value',
    });
  });

  test('a template of JSON has values of the event, escaped, whole where nothing else is in the text', () => {
    const template = {
      title: '{{event}} no. {{ sequence }} of {{data.Info.PushName}}{{nothing}}',
      number: '{{sequence}}',
      info: '{{data.Info}}',
      none: '{{data.nothing}}',
      second: '{{data.people.1.name}}',
      said: '{{data.Message.conversation}}',
      inText: 'info: {{data.people.0}}',
      list: [1, true, null, '{not} {{a place}'],
    };
    expect(bodyOf({ template })).toEqual({
      title: 'Message no. 5 of Bia "B"\n',
      number: 5,
      info: BODY.data.Info,
      none: null,
      second: 'Bia',
      said: 'Hello <!channel> & {{event}}',
      inText: 'info: {"id":1,"name":"Ana","phone":"1"}',
      list: [1, true, null, '{not} {{a place}'],
    });
  });

  test('a template that is a text is sent as plain text', () => {
    expect(made({ template: '{{event}}: "{{data.Info.PushName}}"' })).toEqual({
      body: 'Message: "Bia "B"\n"',
      contentType: 'text/plain; charset=utf-8',
    });
  });

  test('whatever values are put into it, a template gives the JSON that it looks like', () => {
    const values = fc.record({ a: anyText(20), b: fc.jsonValue() });
    fc.assert(
      fc.property(values, ({ a, b }) => {
        const template = { one: 'x {{a}} y', both: ['{{b}}', '{{a}}'] };
        const result = made({ template }, { a, b });
        if ('problem' in result) throw new Error(result.problem);
        expect(JSON.parse(result.body)).toEqual(
          JSON.parse(JSON.stringify({ one: `x ${a} y`, both: [b, a] })),
        );
      }),
    );
  });

  test('the same event gives the same body', () => {
    const transforms = [
      { pick: ['event'] },
      { omit: ['data'], rename: { event: 'type' } },
      { template: 'teams' },
      { template: { a: '{{data}}' } },
    ];
    for (const transform of transforms) expect(made(transform)).toEqual(made(transform));
  });

  test('names that every object inherits are no values', () => {
    expect(bodyOf({ template: { a: '{{constructor}}', b: '{{data.toString}}' } })).toEqual({
      a: null,
      b: null,
    });
    expect(bodyOf({ pick: ['constructor', 'event'] })).toEqual({ event: 'Message' });
  });

  test('a body above 1 MiB is not made', () => {
    const template = { all: Array.from({ length: 300 }, () => '{{a}}') };
    expect(made({ template }, { a: 'x'.repeat(10_000) })).toEqual({
      problem: 'template: the body would be above 1 MiB',
    });
  });
});

describe('presets', () => {
  const stored = { ...BODY, instanceName: 'shop' };
  const evolution = { event: 'messages.upsert' };
  const LINES =
    'Message · shop\nBia "B"\n (5511888880000@s.whatsapp.net): Hello <!channel> & {{event}}';

  test('slack: one text, in which nobody can call a channel', () => {
    const { text } = bodyOf({ template: 'slack' }, evolution, stored);
    expect(text).toBe(LINES.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;'));
  });

  test('discord: no text hides where a link leads', () => {
    const tricks = [
      '[bank.com](https://evil.test)',
      '\\[bank.com](https://evil.test)',
      '[bank.com\\](https://evil.test)',
      '[a]b](<https://evil.test>)',
    ];
    for (const trick of tricks) {
      const said = { ...stored, data: { Message: { conversation: trick } } };
      const { content } = bodyOf({ template: 'discord' }, said, said);
      // What is escaped is left out: no bracket of a link is left.
      expect(content.replaceAll(/\\[\s\S]/g, '')).not.toMatch(/[[\]]/);
    }
  });

  test('discord: at most 2 000 characters, and nobody is mentioned', () => {
    const long = { ...stored, data: { Message: { conversation: 'x'.repeat(5_000) } } };
    const { content, allowed_mentions: mentions } = bodyOf({ template: 'discord' }, long, long);
    expect(content.length).toBeLessThanOrEqual(2_000);
    expect(mentions).toEqual({ parse: [] });
  });

  test('teams: an adaptive card of plain lines', () => {
    const card = bodyOf({ template: 'teams' }, evolution, stored);
    expect(card.attachments[0].contentType).toBe('application/vnd.microsoft.card.adaptive');
    const lines = card.attachments[0].content.body.map(
      ({ inlines }: { inlines: { text: string }[] }) => inlines[0]?.text,
    );
    expect(lines.join('\n')).toBe(LINES);
  });

  test('text: the same lines as plain text', () => {
    expect(bodyOf({ template: 'text' }, evolution, stored)).toBe(LINES);
  });

  test('an event without words shows its first simple fields, and a record of an account its own', () => {
    const receipt = { event: 'Receipt', instanceName: 'shop', data: { Chat: 'a', Ids: ['1'] } };
    expect(bodyOf({ template: 'text' }, receipt)).toBe('Receipt · shop\nChat: a');
    const changed = {
      event: 'pipeline_stage.updated',
      data: { previous: { name: 'Old' }, current: { name: 'Won', position: 2 } },
    };
    expect(bodyOf({ template: 'text' }, changed)).toBe(
      'pipeline_stage.updated\nname: Won\nposition: 2',
    );
    expect(bodyOf({ template: 'text' }, { event: 'Connected', data: null })).toBe('Connected');
  });
});

describe('what is refused', () => {
  test.each<[unknown, string]>([
    ['slack', 'transform must be an object, or null for bodies as they are'],
    [{}, 'transform must have pick, omit, rename or template; null for bodies as they are'],
    [{ script: '1' }, 'transform.script is not a field: there are pick, omit, rename, template'],
    [{ pick: [] }, 'transform.pick must be a list of 1 to 100 paths'],
    [{ pick: 'event' }, 'transform.pick must be a list of 1 to 100 paths'],
    [{ pick: Array.from({ length: 101 }, () => 'a') }, 'transform.pick must be a list of 1 to'],
    [{ pick: [1] }, 'transform.pick[0] must be a path such as data.Info.Chat'],
    [{ pick: ['a..b'] }, 'transform.pick[0] must not have an empty name'],
    [{ omit: ['a.__proto__.b'] }, 'transform.omit[0] must not name __proto__'],
    [{ pick: ['a'.repeat(300)] }, 'transform.pick[0] must be a path of at most 16 names'],
    [{ pick: ['data.Info'], omit: ['data'] }, 'transform.omit must leave something of what pick'],
    [{ rename: {} }, 'transform.rename must be an object of 1 to 100 paths'],
    [{ rename: { a: 1 } }, 'transform.rename.a must be a path such as data.Info.Chat'],
    [{ rename: { a: 'a' } }, 'transform.rename.a must be another path'],
    [{ rename: { a: 'c', b: 'c' } }, 'transform.rename.b must not become c, which overlaps with c'],
    [
      { rename: { a: 'c.d', b: 'c' } },
      'transform.rename.b must not become c, which overlaps with c.d',
    ],
    [{ rename: { a: 'x', 'a.b': 'y' } }, 'transform.rename.a.b must not overlap with a'],
    [{ rename: { a: '__proto__.b' } }, 'transform.rename.a must not name __proto__'],
    [{ template: 'slak' }, 'transform.template must be one of slack, discord, teams, text, a text'],
    [{ template: 5 }, 'transform.template must be one of slack, discord, teams, text, a text with'],
    [{ template: 'slack', pick: ['a'] }, 'transform.template must stand alone'],
    [
      { template: { a: ['{{a..b}}'] } },
      'transform.template.a[0] "{{a..b}}" must not have an empty name',
    ],
    [{ template: { a: '{{}}' } }, 'transform.template.a "{{}}" must be a path such as'],
    [{ template: { '{{a}}': 1 } }, 'must be a name without {{…}}, which is for values'],
    [{ template: 'key: {{apikey}}' }, 'transform.template {{apikey}} must not name the key'],
    [{ template: { a: 'x'.repeat(1024 * 1024) } }, 'transform must have at most 16384 bytes'],
  ])('%j', (transform, problem) => {
    expect(problemsOf(transform)[0]).toContain(problem);
  });

  test('a template of 100 levels', () => {
    let template: unknown = 'a';
    for (let level = 0; level < 100; level++) template = [template];
    expect(problemsOf({ template })).toEqual(['transform must not be more than 16 levels deep']);
  });
});
