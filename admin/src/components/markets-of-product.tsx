import { useGetChosenProductsQuery } from '../api/product-choice-api';
import { SoldIn } from './sold-in';
import { useMayPick } from '../hooks/use-allowed';

/** The further markets that sell an entry's product. */
export function PanelMarkets({ id }: { id: number }) {
  const { allowed } = useMayPick();
  const { data } = useGetChosenProductsQuery([id], { skip: !allowed, refetchOnMountOrArgChange: true });
  const product = data?.products.find((each) => each.id === id);
  return product === undefined ? null : <SoldIn product={product} markets={data?.markets ?? []} tag="p" />;
}
