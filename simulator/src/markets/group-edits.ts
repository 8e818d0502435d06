import { apply, UnknownEntityError, type Changes } from '../catalog/changes';
import type { CatalogState } from '../catalog/state';
import { unixSeconds, type Clock } from '../clock';
import type { CustomerGroup, GroupSettings } from './model';

type GroupFields = Omit<CustomerGroup, 'id' | 'created' | 'modified'>;

/**
 * Customer groups, and the default groups of guests and new customers (upstream 20.4). No webhook scope covers edits of
 * a group.
 */
export class GroupEdits {
  /** The store's settings, which channels inherit. */
  readonly settings: GroupSettings = { default_customer_group_id: null, guest_customer_group_id: null };
  private readonly groups = new Map<number, CustomerGroup>();
  private readonly channels = new Map<number, GroupSettings>();
  private nextId = 1;

  constructor(
    private readonly state: CatalogState,
    private readonly clock: Clock,
  ) {}

  all(): CustomerGroup[] {
    return [...this.groups.values()];
  }

  get(id: number): CustomerGroup | undefined {
    return this.groups.get(id);
  }

  create(options: { name: string } & Changes<GroupFields>): CustomerGroup {
    const now = unixSeconds(this.clock);
    const group: CustomerGroup = {
      id: this.nextId++,
      name: options.name,
      is_default: false,
      is_group_for_guests: false,
      category_access: { type: 'all' },
      discount_rules: [],
      created: now,
      modified: now,
    };
    apply(group, options);
    this.groups.set(group.id, group);
    this.announce();
    return group;
  }

  /** `discount_rules` replaces all rules, as upstream's PUT does. */
  update(id: number, changes: Changes<GroupFields>): CustomerGroup {
    const group = this.groups.get(id);
    if (!group) throw new UnknownEntityError('customer group', id);
    apply(group, { ...changes, modified: unixSeconds(this.clock) });
    this.announce();
    return group;
  }

  delete(id: number): void {
    if (!this.groups.delete(id)) throw new UnknownEntityError('customer group', id);
    this.announce();
  }

  /** The channel's own settings; null inherits. */
  settingsOf(channelId: number): GroupSettings {
    return this.channels.get(channelId) ?? { default_customer_group_id: null, guest_customer_group_id: null };
  }

  configure(channelId: number, changes: Changes<GroupSettings>): void {
    const settings = { ...this.settingsOf(channelId) };
    apply(settings, changes);
    this.channels.set(channelId, settings);
    this.state.touch();
    this.state.announce({ entity: 'channel setting', channelId, setting: 'defaultCustomerGroup/updated' });
  }

  /** The group whose prices guests of the channel see; null: none. */
  guestGroupOf(channelId: number): CustomerGroup | null {
    const id = this.settingsOf(channelId).guest_customer_group_id ?? this.settings.guest_customer_group_id;
    const group = id === null ? this.all().find((each) => each.is_group_for_guests) : this.groups.get(id);
    return group ?? null;
  }

  /** The group of new customers of the channel; 0: none. */
  defaultGroupIdOf(channelId: number): number {
    const id = this.settingsOf(channelId).default_customer_group_id ?? this.settings.default_customer_group_id;
    return id ?? this.all().find((group) => group.is_default)?.id ?? 0;
  }

  private announce(): void {
    this.state.touch();
    this.state.announce({ entity: 'customer group' });
  }
}
