import { apply, UnknownEntityError, type Changes, type EditAction } from '../catalog/changes';
import type { CatalogState } from '../catalog/state';
import { unixSeconds, type Clock } from '../clock';
import type { Metafield, MetafieldResource } from './model';

type MetafieldFields = Pick<Metafield, 'namespace' | 'key' | 'value' | 'description' | 'permission_set'>;

/** A metafield to create; by default other accounts and the storefront may read it. */
export interface NewMetafield extends Changes<MetafieldFields> {
  resource_type: MetafieldResource;
  resource_id: number;
  namespace: string;
  key: string;
  value: string;
  owner_client_id?: string | undefined;
}

/**
 * Metafields of products, variants, categories, brands and channels. Editing one never updates its resource's
 * `date_modified`.
 */
export class MetafieldEdits {
  private readonly metafields = new Map<number, Metafield>();
  private nextId = 1;

  constructor(
    private readonly state: CatalogState,
    private readonly clock: Clock,
  ) {}

  /** Ascending by id. */
  all(resource: MetafieldResource): Metafield[] {
    return [...this.metafields.values()].filter((each) => each.resource_type === resource);
  }

  of(resource: MetafieldResource, id: number): Metafield[] {
    return this.all(resource).filter((each) => each.resource_id === id);
  }

  /** The metafields of one namespace that the storefront shows; all of them if no keys are given (upstream 20.11). */
  onStorefront(resource: MetafieldResource, id: number, wanted: { namespace: string; keys: string[] }): Metafield[] {
    return this.of(resource, id).filter(
      (each) =>
        each.permission_set.endsWith('_sf_access') &&
        each.namespace === wanted.namespace &&
        (wanted.keys.length === 0 || wanted.keys.includes(each.key)),
    );
  }

  create(options: NewMetafield): Metafield {
    const now = unixSeconds(this.clock);
    const { owner_client_id: owner, ...fields } = options;
    const metafield: Metafield = {
      id: this.nextId++,
      resource_type: options.resource_type,
      resource_id: options.resource_id,
      namespace: options.namespace,
      key: options.key,
      value: options.value,
      description: '',
      permission_set: 'read_and_sf_access',
      owner_client_id: owner ?? 'another-api-account',
      created: now,
      modified: now,
    };
    apply(metafield, fields);
    this.metafields.set(metafield.id, metafield);
    this.announce('created', metafield);
    return metafield;
  }

  update(id: number, changes: Changes<MetafieldFields>): Metafield {
    const metafield = this.required(id);
    apply(metafield, { ...changes, modified: unixSeconds(this.clock) });
    this.announce('updated', metafield);
    return metafield;
  }

  delete(id: number): void {
    const metafield = this.required(id);
    this.metafields.delete(id);
    this.announce('deleted', metafield);
  }

  private required(id: number): Metafield {
    const metafield = this.metafields.get(id);
    if (!metafield) throw new UnknownEntityError('metafield', id);
    return metafield;
  }

  private announce(action: EditAction, { id, resource_type, resource_id, namespace }: Metafield): void {
    this.state.touch();
    this.state.announce({
      entity: 'metafield',
      action,
      resource: resource_type,
      metafield: { metafield_id: id, resource_id, namespace },
    });
  }
}
