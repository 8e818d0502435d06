// Shows the price and the stock of what is chosen. Without this the server decides when the form is sent.
const form = document.querySelector('[data-variants]');
if (form) {
  const variants = JSON.parse(form.dataset.variants);
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: form.dataset.currency });
  const price = form.querySelector('[data-price] .price:not(.reduced)');

  const chosenVariant = () => {
    const chosen = [...form.querySelectorAll('.option input:checked')].map(({ value }) => Number(value));
    return variants.find(({ values }) => chosen.every((value) => values.includes(value)));
  };
  // What the store charges is in the cart: this is what its adjusters say.
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
    if (variant && variants.length > 1) history.replaceState(null, '', `?variant=${variant.id}`);
  };
  form.addEventListener('change', (event) => {
    if (event.target.name.startsWith('option-') || event.target.name.startsWith('modifier-')) update();
  });
}
