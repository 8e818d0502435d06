import type { CatalogState } from '../catalog/state';
import type { StoreInformation } from '../catalog/store-information';
import type { ChannelLocale } from './model';
import type { LocalTexts, TranslatedKind } from './texts';

/** The entity that is translated: a product, a category, or a brand, on one channel in one locale. */
export interface TranslationPlace {
  readonly kind: TranslatedKind;
  readonly id: number;
  readonly channelId: number;
  readonly locale: string;
}

/** Locales of channels, and texts that differ in them from the global ones (upstream 20.5). */
export class LocaleEdits {
  private readonly locales = new Map<number, ChannelLocale[]>();
  private readonly texts = new Map<string, LocalTexts>();
  private readonly places: TranslationPlace[] = [];

  constructor(
    private readonly state: CatalogState,
    private readonly information: StoreInformation,
  ) {}

  /** The store's own language, if none was set. */
  of(channelId: number): ChannelLocale[] {
    const own = this.locales.get(channelId);
    return own ?? [{ code: this.information.language, status: 'ACTIVE', isDefault: true, path: '' }];
  }

  /** Replaces the channel's locales; one of them must be the default. */
  set(channelId: number, locales: readonly ({ code: string } & Partial<ChannelLocale>)[]): void {
    const before = this.of(channelId).map((locale) => locale.code);
    const all = locales.map((locale) => ({ status: 'ACTIVE' as const, isDefault: false, path: '', ...locale }));
    this.locales.set(channelId, all);
    this.state.touch();
    const codes = all.map((locale) => locale.code);
    if (codes.some((code) => !before.includes(code))) this.announce(channelId, 'added');
    if (before.some((code) => !codes.includes(code))) this.announce(channelId, 'deleted');
    if (codes.some((code) => before.includes(code))) this.announce(channelId, 'updated');
  }

  defaultOf(channelId: number): string {
    return this.of(channelId).find((locale) => locale.isDefault)?.code ?? this.information.language;
  }

  translationOf(place: TranslationPlace): LocalTexts {
    return this.texts.get(keyOf(place)) ?? {};
  }

  /** The id of the entity with this translated path on the channel in the locale. */
  idOfPath(kind: TranslatedKind, path: string, at: { channelId: number; locale: string }): number | undefined {
    return this.places.find(
      (place) =>
        place.kind === kind &&
        place.channelId === at.channelId &&
        place.locale === at.locale &&
        this.translationOf(place).path === path,
    )?.id;
  }

  /** Adds translations; a null field falls back to the global text again. */
  translate(place: TranslationPlace, texts: { [Field in keyof LocalTexts]: LocalTexts[Field] | null }): void {
    if (!this.texts.has(keyOf(place))) this.places.push(place);
    const merged = { ...this.translationOf(place), ...texts };
    this.texts.set(keyOf(place), Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)));
    this.state.touch();
    this.state.announce({
      entity: 'translation',
      productId: place.kind === 'product' ? place.id : null,
      channelId: place.channelId,
      locale: place.locale,
      properties: Object.keys(texts).filter((field) => field !== 'labels'),
    });
    if (place.kind === 'product') this.announceLabels(place, Object.keys(texts.labels ?? {}));
  }

  /** Labels belong to options and modifiers, which have their own events (upstream 20.9). */
  private announceLabels({ id: productId, channelId, locale }: TranslationPlace, labels: readonly string[]): void {
    const product = this.state.product(productId);
    const isNamed = (each: { display_name: string; option_values: readonly { label: string }[] }): boolean =>
      [each.display_name, ...each.option_values.map((value) => value.label)].some((label) => labels.includes(label));
    for (const { id } of product?.options.filter(isNamed) ?? [])
      this.state.announce({ entity: 'label override', part: 'option', id, productId, channelId, locale });
    for (const { id } of product?.modifiers.filter(isNamed) ?? [])
      this.state.announce({ entity: 'label override', part: 'modifier', id, productId, channelId, locale });
  }

  private announce(channelId: number, action: string): void {
    this.state.announce({ entity: 'channel setting', channelId, setting: `locale/${action}` });
  }
}

function keyOf({ kind, id, channelId, locale }: TranslationPlace): string {
  return `${kind} ${id} ${channelId} ${locale}`;
}
