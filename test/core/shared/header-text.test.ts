/** Names of files in the headers of servers, as people's servers write them. */
import { expect, test } from 'bun:test';
import { fileNameIn, headerText } from '../../../src/core/shared/header-text.ts';

/** As it reaches us: one character for each byte. */
const raw = (text: string): string => Buffer.from(text).toString('latin1');

test.each<[string, string | null]>([
  ['attachment; filename=menu.pdf', 'menu.pdf'],
  ['attachment; filename="price list.pdf"', 'price list.pdf'],
  ['inline; filename="menu.pdf"; size=17', 'menu.pdf'],
  ["attachment; filename*=UTF-8''Or%C3%A7amento%20n%C2%BA%205.pdf", 'Orçamento nº 5.pdf'],
  ['attachment; filename="x.pdf"; filename*=utf-8\'pt\'Or%C3%A7amento.pdf', 'Orçamento.pdf'],
  ["attachment; filename*=iso-8859-1''Or%E7amento.pdf; filename=x.pdf", 'Orçamento.pdf'],
  [raw('attachment; filename="Orçamento.pdf"'), 'Orçamento.pdf'],
  [raw('attachment; filename=菜单.pdf'), '菜单.pdf'],
  ['attachment; filename="Or\u00e7amento.pdf"', 'Orçamento.pdf'],
  ['attachment; filename="Or%C3%A7amento.pdf"', 'Orçamento.pdf'],
  ['attachment; filename="=?UTF-8?B?T3LDp2FtZW50by5wZGY=?="', 'Orçamento.pdf'],
  ['attachment; filename="=?utf-8?Q?Or=C3=A7amento_5?= =?utf-8?Q?.pdf?="', 'Orçamento 5.pdf'],
  ['attachment; filename="C:\\Users\\ana\\menu.pdf"', 'menu.pdf'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="a\\"b.pdf"', 'a"b.pdf'],
  ['attachment; FILENAME = menu.pdf ', 'menu.pdf'],
  ['filename=menu.pdf', 'menu.pdf'],
  ['attachment; filename="100% natural.pdf"', '100% natural.pdf'],
  ['attachment; filename="a;b, c.pdf"', 'a;b, c.pdf'],
  ['attachment; filename="a.pdf", attachment; filename="b.pdf"', 'a.pdf'],
  ["attachment; filename*=UTF-8''%ff%fe; filename=menu.pdf", 'menu.pdf'],
  ["attachment; filename*=klingon''a.pdf; filename=menu.pdf", 'menu.pdf'],
  ["attachment; filename*=UTF-8''invoice%E2%80%AEfdp.exe", 'invoicefdp.exe'],
  ['attachment; filename="menu%0d%0a.pdf"', 'menu.pdf'],
  ['attachment', null],
  ['attachment; filename=""', null],
  ['attachment; filename="/"', null],
  ['attachment; filename=..', null],
  ['', null],
])('%s', (header, name) => {
  expect(fileNameIn(header)).toBe(name);
});

test('a header in UTF-8 is read as that, and every other one as it is', () => {
  expect(headerText(raw('/João/菜单'))).toBe('/João/菜单');
  for (const text of ['/a', '/Jo\u00e3o', '/菜单']) expect(headerText(text)).toBe(text);
});

test('a name is found in bounded time, whatever a server writes', () => {
  const hostile = [
    '; filename="'.repeat(50_000),
    `filename="${'\\'.repeat(50_000)}`,
    '=?a?b?'.repeat(50_000),
    `filename=${'%41'.repeat(50_000)}`,
  ];
  const from = performance.now();
  for (const header of hostile) fileNameIn(header);
  expect(performance.now() - from).toBeLessThan(2_000);
});
