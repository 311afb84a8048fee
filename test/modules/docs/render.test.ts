import { expect, test } from 'bun:test';
import { loadHighlight } from '../../../src/modules/docs/highlight.ts';
import { addressOf, PAGES } from '../../../src/modules/docs/pages.ts';
import { renderPage } from '../../../src/modules/docs/render.ts';

const highlight = await loadHighlight();
const page = PAGES.get('start')!;
const rendered = (markdown: string) => renderPage({ page, language: 'en', markdown }, highlight);

test('what is written in a page is text, never markup of its own', () => {
  const { html } = rendered(
    '<script>x</script>\n\nA <b>`<i>`</b> & "q"\n\n```sh\necho "<a>"\n```\n',
  );
  expect(html).not.toMatch(/<script|<b>|<i>|<a>/);
  expect(html).toContain('&lt;script&gt;');
  expect(html).toContain('<code>&lt;i&gt;</code>');
});

test('comments are left out, and headings have addresses and are the contents of the page', () => {
  const { html, headings } = rendered(
    '# A\n\n<!-- for a test -->\n## B `c`, [d](events.md)\n\n### E\n',
  );
  expect(html).not.toContain('for a test');
  expect(html).toContain('<h2 id="b-c-d">');
  expect(headings).toEqual([
    { level: 2, id: 'b-c-d', title: 'B <code>c</code>, d' },
    { level: 3, id: 'e', title: 'E' },
  ]);
});

test('code is coloured by classes, and stays what it is', () => {
  const { html } = rendered('```sh\n# note\necho "$A" && b\n```\n\n```unknown\n<x>\n```\n');
  expect(html).toContain('<span class="hljs-comment"># note</span>');
  expect(html).toContain('&amp;&amp; b');
  expect(html).toContain('<code>&lt;x&gt;\n</code>');
  expect(html).not.toContain('style=');
});

test('a quotation that names a kind is a callout, any other stays one', () => {
  const { html } = rendered('> [!WARNING]\n> Careful.\n\n> Just said.\n');
  expect(html).toContain('<div class="callout warning"><p class="kind">Warning</p><p>Careful.</p>');
  expect(html).toContain('<blockquote><p>Just said.</p>');
});

test('a page folds rare details away under a line that says what they are', () => {
  const { html } = rendered(
    '<details>\n<summary>Rare `codes`</summary>\n\nA **b**\n\n- c\n\n</details>\n\nd\n',
  );
  expect(html).toBe(
    '<details class="fold"><summary class="fold-title">Rare <code>codes</code></summary>\n<p>A <strong>b</strong></p>\n<ul><li>c</li>\n</ul>\n</details>\n<p>d</p>\n',
  );
  expect(rendered('<details>\n\nx\n').html).toBe('<p>&lt;details&gt;</p>\n<p>x</p>\n');
});

test('links between the pages are kept, others of the repository become text', () => {
  expect(addressOf('events.md#media', 'en')).toBe('/docs/events#media');
  expect(addressOf('#here', 'en')).toBe('#here');
  expect(addressOf('https://example.com/', 'en')).toBe('https://example.com/');
  expect(addressOf('../SECURITY.md', 'en')).toBeNull();
  expect(addressOf('architecture.md', 'en')).toBeNull();
  const { html } = rendered('[a](../README.md) [b](events.md) `/swagger`');
  expect(html).toBe(
    '<p>a <a href="/docs/events">b</a> <a href="/swagger"><code>/swagger</code></a></p>\n',
  );
});
