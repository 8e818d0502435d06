// Shows the price and the stock of the chosen variant. Without this script, the server checks when the form is
// submitted.
const form = document.querySelector('[data-variants]');
if (form) {
  const variants = JSON.parse(form.dataset.variants);
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: form.dataset.currency });
  const price = form.querySelector('[data-price] .price:not(.reduced)');

  const chosenVariant = () => {
    const chosen = [...form.querySelectorAll('.option input:checked')].map(({ value }) => Number(value));
    return variants.find(({ values }) => chosen.every((value) => values.includes(value)));
  };
  // An estimate from the price adjusters: the price that the store charges is the one in the cart.
  const adjusted = (amount) =>
    [...form.querySelectorAll('[data-adjuster]')]
      .filter((choice) => choice.selected || choice.checked)
      .reduce(
        (sum, { dataset }) => sum + Number(dataset.amount) * (dataset.adjuster === 'percentage' ? amount / 100 : 1),
        amount,
      );

  const update = () => {
    const variant = chosenVariant();
    if (variant && variant.amount !== null && price) price.textContent = money.format(adjusted(variant.amount));
    form.querySelector('[data-stock]').textContent = variant ? (variant.inStock ? 'In stock' : 'Sold out') : 'Not sold';
    form.querySelector('[data-buy]').disabled = !variant?.inStock;
    return variant;
  };
  form.addEventListener('change', ({ target: { name } }) => {
    const isOption = name.startsWith('option-');
    if (!isOption && !name.startsWith('modifier-')) return;
    const variant = update();
    const path = `/products/${encodeURIComponent(form.elements.slug.value)}`;
    if (variant && isOption) history.replaceState(null, '', `${path}?variant=${variant.id}`);
  });
  // A second click must not add the article to the cart again.
  form.addEventListener('submit', (event) => {
    if (form.dataset.isSent) event.preventDefault();
    form.dataset.isSent = 'true';
  });
  // When a shopper navigates back, the browser restores the earlier choices.
  addEventListener('pageshow', () => {
    delete form.dataset.isSent;
    update();
  });
}
