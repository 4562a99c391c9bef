// What the columns of a table are called: here, and in the templates of Later, Buffer, Publer, Metricool and Hootsuite.
import { OPTION_NAMES } from '../content/post-options.ts'

/** Fields of `POST /schedule` that hold text. */
const TEXT_FIELDS = [
  'accountId',
  'mediaFileId',
  'caption',
  'locationId',
  'locationName',
  'audioName',
  'firstComment',
]

/** Its other fields but for time and zone, which are read as JSON where they are. */
const OTHER_FIELDS = [
  'mediaFileIds',
  'userTags',
  'crossPostToPartner',
  'storyMentions',
  'nextSlot',
  ...OPTION_NAMES,
]

const FIELDS = new Map(
  [...OTHER_FIELDS, ...TEXT_FIELDS].map((name): [string, Column] => [
    name.toLowerCase(),
    { name, kind: TEXT_FIELDS.includes(name) ? 'text' : 'other' },
  ]),
)

/** What a row says in other words than the contract. */
export type OwnColumn =
  | 'id'
  | 'account'
  | 'file'
  | 'at'
  | 'date'
  | 'time'
  | 'zone'
  | 'mediaType'
  | 'alt texts'
  | 'collaborators'
  | 'instagram'
  | 'draft'

export type Column =
  /** Columns of a picture or its description may be several. */
  | { readonly kind: 'own'; readonly name: OwnColumn }
  | { readonly kind: 'text' | 'other'; readonly name: string }
  /** Says nothing about a post of Instagram. */
  | { readonly kind: 'passed over' }
  | { readonly kind: 'unknown' }

const OWN: readonly (readonly [OwnColumn, RegExp])[] = [
  ['id', /^(?:row )?id$/],
  ['account', /^(?:accounts?|(?:social |instagram )?profiles?|username|instagram account|konto)$/],
  [
    'file',
    /^(?:files?|file ?names?|datei|bild|media|(?:image|picture|photo|video|media)(?: files?)?(?: ?(?:urls?|links?|paths?|names?)(?:\(s\))?)?(?: \d+)?)$/,
  ],
  [
    'at',
    /^(?:at|zeitpunkt|(?:posting|post|publish|publishing|schedule|scheduled) ?(?:for|at)|schedule|date ?(?:\/|&|and)? ?time)$/,
  ],
  // Either may hold the whole time.
  ['date', /^(?:(?:(?:posting|post|publish|publishing|schedule|scheduled) ?)?date|day|datum|tag)$/],
  ['time', /^(?:(?:(?:posting|post|publish|publishing|schedule|scheduled) ?)?time|uhrzeit|zeit)$/],
  ['zone', /^(?:zone|time ?zone|zeitzone)$/],
  ['mediaType', /^(?:media ?type|type|kind|(?:instagram )?post (?:sub)?type)$/],
  [
    'alt texts',
    /^(?:alt(?:ernative)? ?texts?|alt text\(s\)|(?:picture|image) alt text|alt text (?:picture|image)?)(?: ?\d+)?$/,
  ],
  ['collaborators', /^collaborators?$/],
  ['instagram', /^instagram$/],
  ['draft', /^(?:is )?draft$/],
]

const TEXTS: readonly (readonly [string, RegExp])[] = [
  ['caption', /^(?:captions?|texts?|messages?|post|post (?:text|caption|content)|content|bildunterschrift)$/],
  ['firstComment', /^(?:first ?comment|first comment text|comment\(s\)|erster kommentar)$/],
  ['accountId', /^platformaccountid$/],
]

const PASSED_OVER =
  /^(?:tags|label(?:s|\(s\))?|links?(?:\(s\))?|url|title|cta|reminder|pin board.*|campaigns?|notes?|status|(?:facebook|twitter|x|linkedin|gbp|google|pinterest|tiktok|youtube|threads|bluesky|mastodon|telegram)(?: .*|\/.*)?|instagram .*|document title|shortener|brand name|video (?:thumbnail url|cover frame)|publishedat|igpermalink|errorcode|errormessage|createdat|reach|views|likes|comments|saved|shares|insights)$/

/** In small and capital letters, and with what a template adds after a dash: `Date - Intl. format or prompt`. */
export function columnOf(header: string): Column {
  const written = header.normalize('NFKC').trim().toLowerCase()
  const name = written.replace(/ - .*$/, '').replaceAll(/[\s_-]+/g, ' ')
  const own = OWN.find(([, words]) => words.test(name))
  if (own) return { kind: 'own', name: own[0] }
  const text = TEXTS.find(([, words]) => words.test(name))
  if (text) return { kind: 'text', name: text[0] }
  const field = FIELDS.get(name)
  if (field) return field
  return { kind: name === '' || PASSED_OVER.test(name) ? 'passed over' : 'unknown' }
}
