/** The types of modifiers and metafields, in the form of `typeDefinitions`. */
export const extraTypes = /* GraphQL */ `
  type CommerceAdjuster {
    "\`relative\`: by an amount; \`percentage\`: by a percentage."
    type: String!
    value: Float!
  }

  type CommerceModifierValue {
    "\`optionValueEntityId\` of a cart."
    id: Long!
    label: String!
    is_default: Boolean!
    price_adjuster: CommerceAdjuster
    weight_adjuster: CommerceAdjuster
    "\`disabled\`: with it, the product cannot be bought."
    availability: String!
    message: String!
    colors: [String!]!
    image: String
    "In a list of products: the product that the value stands for."
    product_id: Long
    "Of a checkbox: whether it stands for the checked one."
    is_checked: Boolean
  }

  "What may be entered; null where there is no such limit."
  type CommerceModifierLimits {
    min_length: Int
    max_length: Int
    max_lines: Int
    min: Float
    max: Float
    integers_only: Boolean
    earliest: String
    latest: String
    file_types: [String!]
    "In kilobytes."
    max_file_size: Float
  }

  type CommerceModifier {
    "\`optionEntityId\` of a cart."
    id: Long!
    name: String!
    type: String!
    required: Boolean!
    default_value: String
    checkbox_label: String
    limits: CommerceModifierLimits!
    values: [CommerceModifierValue!]!
  }

  "Noted about a product by an app or a merchant, for storefronts."
  type CommerceMetafield {
    "\`entityId\` in Storefront GraphQL."
    id: Long!
    namespace: String!
    key: String!
    "As it was written: some apps write JSON."
    value: String!
  }
`;
