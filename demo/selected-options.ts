interface Choice {
  optionEntityId: number;
  optionValueEntityId: number;
}

/** What carts of the Storefront GraphQL API take as `selectedOptions`. */
export interface SelectedOptions {
  multipleChoices: Choice[];
  checkboxes: Choice[];
  textFields: { optionEntityId: number; text: string }[];
  multiLineTextFields: { optionEntityId: number; text: string }[];
  numberFields: { optionEntityId: number; number: number }[];
  dateFields: { optionEntityId: number; date: string }[];
}

/** Nothing chosen yet. */
export const nothingSelected = (): SelectedOptions => ({
  multipleChoices: [],
  checkboxes: [],
  textFields: [],
  multiLineTextFields: [],
  numberFields: [],
  dateFields: [],
});
