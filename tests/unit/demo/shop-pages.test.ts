import { describe, expect, test } from 'vitest';
import { html, written } from '../../../demo/html';
import { readListChoice, searchOf } from '../../../demo/pages/list-choice';

describe('the template tag of the demo shop', () => {
  test('escapes what is put into markup, also in attributes', () => {
    const name = `<img src=x onerror="alert('&')">`;

    expect(html`<a title="${name}">${name}</a>`.text).toBe(
      '<a title="&lt;img src=x onerror=&quot;alert(&#39;&amp;&#39;)&quot;&gt;">&lt;img src=x onerror=&quot;alert(&#39;&amp;&#39;)&quot;&gt;</a>',
    );
  });

  test('keeps markup and lists, and leaves out what is nothing', () => {
    const items = ['a', 'b'].map((item) => html`<li>${item}</li>`);
    const nothing = html`<b>${null}${undefined}${false}${0}</b>`;

    expect(html`<div>${items}${nothing}${written('<i>!</i>')}</div>`.text).toBe(
      '<div><li>a</li><li>b</li><b>0</b><i>!</i></div>',
    );
  });
});

describe('the address of a list in the demo shop', () => {
  test('leaves out empty fields and what makes no sense', () => {
    const query = {
      search: ' mug ',
      brand: '',
      min_price: '5',
      max_price: 'cheap',
      in_stock: 'true',
      order: 'up',
      page: '0',
    };

    expect(readListChoice(query)).toEqual({ search: 'mug', min_price: 5, in_stock: true, order: 'date-desc', page: 1 });
  });

  test('leads to the same choice again', () => {
    const choice = readListChoice({ search: 'a&b', on_sale: 'true', order: 'price-asc', page: '3' });

    expect(readListChoice(Object.fromEntries(new URLSearchParams(searchOf(choice))))).toEqual(choice);
  });
});
