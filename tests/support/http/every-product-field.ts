/** All fields of a single product in Strapi's GraphQL. */
export const everyField = `
  id name slug price sale_price calculated_price description in_stock permalink categories availability
  images { url alt } images_all_sizes { alt zoom standard thumbnail tiny srcset }
  variants { id name price in_stock inventory_level sku options { id name value_id label } availability
    option_selections { option_id option_value } }
  tags meta { sku weight } inventory { in_stock tracking level availability }
  brand { id name slug } custom_fields { name value } options { id name values { id label } }
  seo { page_title meta_description meta_keywords } dates { created modified }
  currency { code symbol decimals placement }
  market { key channel_id currency locale } price_range { min max } breadcrumbs { id name slug }
  modifiers {
    id name type required default_value checkbox_label limits { min_length max_length min max }
    values { id label is_default price_adjuster { type value } availability message colors image product_id is_checked }
  }
  metafields { id namespace key value }
`;
/** The REST parameter that includes all of them. */
export const everyGroup =
  'sale_price,calculated_price,inventory,brand,custom_fields,options,seo,dates,images_all_sizes,in_stock,permalink,availability,currency,market,price_range,option_selections,breadcrumbs,modifiers,metafields';
