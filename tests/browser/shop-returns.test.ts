import { expect, test } from 'vitest';
import { chromium, whenAvailable } from '../support/requirements';
import { useDemoShop } from '../support/sites/demo-shop';

whenAvailable(chromium()).describe(
  'the shop of the demo, when a shopper clicks twice, comes back, or was signed out',
  (executable) => {
    const { open } = useDemoShop(executable);

    test('puts one article into the cart, however often the button is clicked', async () => {
      const page = await open('/products/orchard-oak-serving-board');
      await page.getByRole('button', { name: 'Add to cart' }).dblclick();

      await page.getByRole('heading', { name: 'Cart' }).waitFor();
      expect(await page.getByRole('spinbutton', { name: /Quantity/ }).inputValue()).toBe('1');
      await page.goBack();
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.getByRole('link', { name: 'Cart with 2 articles' }).waitFor();
    });

    test('shows a returning shopper what was chosen before', async () => {
      const page = await open('/products/harbour-stoneware-mug');
      await page.getByRole('radio', { name: 'Ink' }).check();
      await page.getByRole('radio', { name: '350 ml' }).check();
      await page.getByText('Sold out').waitFor();
      await page.getByRole('link', { name: 'All products' }).click();
      await page.goBack();

      await page.getByRole('heading', { name: 'Harbour Stoneware Mug' }).waitFor();
      expect(await page.getByRole('radio', { name: 'Ink' }).isChecked()).toBe(true);
      expect(await page.getByRole('radio', { name: '350 ml' }).isChecked()).toBe(true);
      await page.locator('[data-stock]').getByText('Sold out').waitFor();
      expect(await page.getByRole('button', { name: 'Add to cart' }).isDisabled()).toBe(true);
    });

    test('says why the store refused an article at the address of the product, not of the cart', async () => {
      const page = await open('/products/harbour-stoneware-mug');
      await page.getByRole('spinbutton', { name: 'Quantity' }).fill('99');
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.getByRole('main').getByRole('alert').waitFor();
      await page.getByRole('radio', { name: 'Ink' }).check();

      expect(new URL(page.url()).pathname).toBe('/products/harbour-stoneware-mug');
    });

    test('notifies a customer whose session ended elsewhere', async () => {
      const signIn = async () => {
        const page = await open('/account');
        await page.getByLabel('Email').fill('wholesale@example.com');
        await page.getByLabel('Password').fill('wholesale1');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('heading', { name: 'Hello, Whitney Example' }).waitFor();
        return page;
      };
      const first = await signIn();
      await signIn();
      await first.reload();

      await first.getByText('You were signed out').waitFor();
      await first.getByRole('link', { name: 'Sign in' }).waitFor();
    });
  },
);
