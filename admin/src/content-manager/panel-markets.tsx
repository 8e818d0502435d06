import { useGetChosenProductsQuery } from '../api/product-choice-api';
import { SoldIn } from '../components/sold-in';
import { useMayPick } from '../hooks/use-allowed';

/** In which further markets the product of an entry is sold. */
export function PanelMarkets({ id }: { id: number }) {
  const { allowed } = useMayPick();
  const { data } = useGetChosenProductsQuery([id], { skip: !allowed, refetchOnMountOrArgChange: true });
  const product = data?.products.find((each) => each.id === id);
  return product === undefined ? null : <SoldIn product={product} markets={data?.markets ?? []} tag="p" />;
}
