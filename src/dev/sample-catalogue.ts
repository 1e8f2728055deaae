/** The parts of generated products: things that shops sell, and the makes in which each is sold. */
type Thing = readonly [name: string, price: number]

type Section = {
  category: string
  /** Every SKU of the category begins with it. */
  skuPrefix: string
  things: readonly Thing[]
  makes: readonly string[]
  /** One of these ends the description. */
  care: readonly string[]
}

/** Places where the things were made: something that no picture shows. */
export const ORIGINS = ['Portugal', 'Sweden', 'Estonia', 'Slovenia', 'Scotland', 'Brittany', 'Jutland'] as const

export const SAMPLE_CATALOGUE: readonly Section[] = [
  {
    category: 'Kitchen',
    skuPrefix: 'KIT',
    things: [
      ['Chopping Board', 3400],
      ['Mixing Bowl', 1900],
      ['Chef’s Knife', 8900],
      ['Saucepan', 6900],
      ['Salad Servers', 1700],
    ],
    makes: ['Oak', 'Walnut', 'Steel', 'Everyday'],
    care: ['Wash by hand and it will outlast the kitchen.', 'Safe in the dishwasher.'],
  },
  {
    category: 'Coffee & Tea',
    skuPrefix: 'CUP',
    things: [
      ['Espresso Cup', 1200],
      ['Pour-Over Stand', 3900],
      ['Teapot', 4500],
      ['Coffee Grinder', 7900],
      ['Tea Tin', 1400],
    ],
    makes: ['Stoneware', 'Glass', 'Copper', 'Everyday'],
    care: ['Holds the heat until the second cup.', 'Comes in a box that is worth keeping.'],
  },
  {
    category: 'Lighting',
    skuPrefix: 'LIT',
    things: [
      ['Desk Lamp', 6900],
      ['Floor Lamp', 14900],
      ['Pendant', 9900],
      ['Night Light', 2400],
      ['String of Lights', 1900],
    ],
    makes: ['Brass', 'Paper', 'Linen', 'Dome'],
    care: ['Dims without a flicker.', 'Takes any bulb with an E27 base.'],
  },
  {
    category: 'Furniture',
    skuPrefix: 'FUR',
    things: [
      ['Stool', 8900],
      ['Side Table', 12900],
      ['Bookshelf', 24900],
      ['Armchair', 39900],
      ['Coat Stand', 7900],
    ],
    makes: ['Oak', 'Ash', 'Birch', 'Cane'],
    care: ['Put together in ten minutes, without a tool.', 'Oiled, not lacquered, so that it can be mended.'],
  },
  {
    category: 'Bedroom',
    skuPrefix: 'BED',
    things: [
      ['Duvet Cover', 7900],
      ['Pillowcase', 1900],
      ['Throw', 5900],
      ['Alarm Clock', 3400],
      ['Bedside Tray', 2400],
    ],
    makes: ['Linen', 'Cotton', 'Wool', 'Quilted'],
    care: ['Softer after every wash.', 'Made from fibre that is grown without irrigation.'],
  },
  {
    category: 'Bath',
    skuPrefix: 'BAT',
    things: [
      ['Bath Towel', 2900],
      ['Soap Dish', 900],
      ['Bath Mat', 2400],
      ['Hand Soap', 700],
      ['Mirror', 8900],
    ],
    makes: ['Waffle', 'Cotton', 'Cedar', 'Travertine'],
    care: ['Dries overnight.', 'Kind to the skin and to the drain.'],
  },
  {
    category: 'Garden',
    skuPrefix: 'GAR',
    things: [
      ['Watering Can', 2900],
      ['Planter', 1900],
      ['Hand Trowel', 1400],
      ['Bird Feeder', 2400],
      ['Secateurs', 3900],
    ],
    makes: ['Zinc', 'Terracotta', 'Forged', 'Cedar'],
    care: ['Stays out in winter.', 'The handle can be replaced, and never has to be.'],
  },
  {
    category: 'Stationery',
    skuPrefix: 'STA',
    things: [
      ['Notebook', 1200],
      ['Fountain Pen', 4900],
      ['Desk Calendar', 1600],
      ['Pencil Case', 1900],
      ['Letter Set', 1400],
    ],
    makes: ['Ruled', 'Plain', 'Dotted', 'Leather'],
    care: ['Lies flat when open.', 'Paper that takes ink without a shadow on the back.'],
  },
  {
    category: 'Audio',
    skuPrefix: 'AUD',
    things: [
      ['Headphones', 12900],
      ['Kitchen Radio', 8900],
      ['Speaker', 19900],
      ['Record Stand', 4900],
      ['Earbuds', 5900],
    ],
    makes: ['Studio', 'Travel', 'Walnut', 'Mono'],
    care: ['Repairable with one screwdriver.', 'Thirty hours between two sockets.'],
  },
  {
    category: 'Bags',
    skuPrefix: 'BAG',
    things: [
      ['Backpack', 8900],
      ['Tote', 2900],
      ['Weekender', 14900],
      ['Wash Bag', 2400],
      ['Bicycle Pannier', 7900],
    ],
    makes: ['Canvas', 'Waxed', 'Leather', 'Felt'],
    care: ['Keeps rain out for an hour.', 'Seams are sewn twice.'],
  },
  {
    category: 'Toys',
    skuPrefix: 'TOY',
    things: [
      ['Building Blocks', 3400],
      ['Spinning Top', 900],
      ['Wooden Train', 4900],
      ['Puzzle', 1900],
      ['Kite', 2400],
    ],
    makes: ['Beech', 'Rainbow', 'Little', 'Grand'],
    care: ['From three years on, and no age after.', 'Painted with colours that may be chewed.'],
  },
  {
    category: 'Outdoor',
    skuPrefix: 'OUT',
    things: [
      ['Camp Mug', 1600],
      ['Hammock', 6900],
      ['Head Torch', 3900],
      ['Picnic Blanket', 4900],
      ['Water Bottle', 2900],
    ],
    makes: ['Enamel', 'Trail', 'Wool', 'Featherlight'],
    care: ['Weighs less than it looks.', 'Tested on a wet weekend by people who like them.'],
  },
]
