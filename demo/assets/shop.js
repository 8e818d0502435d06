// Shows the price and the stock of the chosen variant. Without this the server decides when the form is sent.
const form = document.querySelector('[data-variants]');
if (form) {
  const variants = JSON.parse(form.dataset.variants);
  const update = () => {
    const chosen = [...form.querySelectorAll('input[type=radio]:checked')].map(({ value }) => Number(value));
    if (chosen.length === 0) return;
    const variant = variants.find(({ values }) => chosen.every((value) => values.includes(value)));
    const price = form.querySelector('[data-price] .price');
    if (variant && price) price.textContent = variant.price;
    form.querySelector('[data-stock]').textContent = variant ? (variant.inStock ? 'In stock' : 'Sold out') : 'Not sold';
    form.querySelector('[data-buy]').disabled = !variant?.inStock;
    if (variant) history.replaceState(null, '', `?variant=${variant.id}`);
  };
  form.addEventListener('change', (event) => {
    if (event.target.type === 'radio') update();
  });
}
