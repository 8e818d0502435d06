import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { fold, htmlToText, searchTextOf } from '../../server/src/catalog/model/text';

describe('folding', () => {
  test('upper and lower case are the same, even beyond ASCII', () => {
    expect(fold('ÉCLAIR Ünsal ДОМ')).toBe('éclair ünsal дом');
  });

  test('composed and decomposed accents are the same', () => {
    expect(fold('Cafe\u0301')).toBe(fold('Café'));
  });

  test('a Greek word matches its prefix, despite the final sigma', () => {
    expect(fold('ΟΔΟΣΑ')).toContain(fold('ΟΔΟΣ'));
  });

  test('a Turkish dotted capital I is an i', () => {
    expect(fold('İstanbul')).toBe('istanbul');
  });

  test('runs of whitespace, non-breaking spaces, and control characters are one space', () => {
    expect(fold('  two\u00a0\n\t words\u0000here ')).toBe('two words here');
  });

  test('a soft hyphen does not split a word', () => {
    expect(fold('Donau\u00addampf')).toBe('donaudampf');
  });

  test('folding is idempotent, regardless of the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => fold(fold(text)) === fold(text)));
  });

  test('a folded text never contains a line break or a NUL', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/[\n\r\0]/u.test(fold(text))));
  });
});

describe('the text of HTML', () => {
  test('tags between words separate them', () => {
    expect(fold(htmlToText('<p>one</p><p>two</p><ul><li>three<li>four</ul>five<br>six'))).toBe(
      'one two three four five six',
    );
  });

  test('tags within a word do not split it', () => {
    expect(htmlToText('H<sub>2</sub>O and <b>bo</b>ld')).toBe('H2O and bold');
  });

  test('entities are characters', () => {
    expect(htmlToText('salt &amp; pepper &lt;3 &eacute;&#233;&#xe9;')).toBe('salt & pepper <3 ééé');
  });

  test('scripts, styles, and comments are not text', () => {
    expect(
      fold(htmlToText('a<script>var hidden = "<b>x</b>";</script><style>p{color:red}</style><!-- note -->b')),
    ).toBe('a b');
  });

  test('attributes are not text', () => {
    expect(htmlToText('<span title="hidden" data-x="hidden">shown</span>')).toBe('shown');
  });

  test('broken HTML still has its text', () => {
    expect(fold(htmlToText('<p>open <b>never closed <i>text </p> tail < 5 & more'))).toBe(
      'open never closed text tail < 5 & more',
    );
  });

  // Matching each with those that are open takes minutes: more than a test may take.
  test('hundreds of thousands of tags that are never closed take no longer than as many that are', () => {
    const ofEach = 'H<b>2</b>O'.repeat(100_000);
    expect(htmlToText('H<b>2<i>O'.repeat(100_000))).toBe(htmlToText(ofEach));
    expect(htmlToText(`${'<b>'.repeat(200_000)}text${'</i>'.repeat(200_000)}`)).toBe('text');
  });

  test.each([
    '<p>one</p>two<BR>three <b>bo</b>ld<!-- note --><p title="a > b">four',
    'salt &amp; pepper <script>var hidden = "<b>x</b>";</script>&eacute;<style>p{color:red}</style>5 < 6',
  ])('%s has the same text when hundreds of tags are open around it', (html) => {
    expect(fold(htmlToText(`${'<div>'.repeat(2000)}${html}`))).toBe(fold(htmlToText(html)));
  });
});

describe('the searched text', () => {
  test('is the title, a line break, and the text of the description, folded', () => {
    expect(searchTextOf({ title: 'Tall MUG', content: '<p>Holds 3&nbsp;dl</p>' })).toBe('tall mug\nholds 3 dl');
  });

  test('has no folded term that spans title and description', () => {
    const text = searchTextOf({ title: 'red', content: 'shoe' });
    expect(text.includes(fold('red shoe'))).toBe(false);
    expect(text.includes(fold('red\nshoe'))).toBe(false);
  });
});
