import { useGetChosenProductsQuery } from '../api/product-choice-api';
import { useMayPick } from '../hooks/use-allowed';
import { SoldIn } from './sold-in';

/** The further markets that sell a product, which is cached. */
export function MarketsOfProduct({ id }: { id: number }) {
  const { allowed } = useMayPick();
  const { data } = useGetChosenProductsQuery([id], { skip: !allowed, refetchOnMountOrArgChange: true });
  const product = data?.products.find((each) => each.id === id);
  return product === undefined ? null : <SoldIn product={product} markets={data?.markets ?? []} tag="p" />;
}
