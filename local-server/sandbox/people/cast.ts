// The people of every sandbox: one for each way in which an account can be connected, or cannot.
import { DEMO_ACCOUNT, type SandboxAccount } from '../demo-account.ts'
import { pagesOf, type SandboxBusiness, type SandboxPage, type SandboxPerson } from './person.ts'

const HARBOUR = account({
  igUserId: '17841460023456789',
  appScopedId: '26310470987654322',
  username: 'harbour.bakery',
  name: 'Harbour Bakery',
  accountType: 'BUSINESS',
  biography: 'Bread at six, buns at seven.',
  followersCount: 5310,
})
const NOOR = account({
  igUserId: '17841460034567890',
  appScopedId: '26310470987654323',
  username: 'noor.draws',
  name: 'Noor Draws',
  accountType: 'MEDIA_CREATOR',
  biography: 'Ink, mostly.',
  // Fewer than the thousand that trial reels ask for.
  followersCount: 640,
})
const TOMAS = account({
  igUserId: '17841460045678901',
  appScopedId: '26310470987654324',
  username: 'just.tomas',
  name: 'Tomas',
  accountType: 'PERSONAL',
  biography: 'Not a professional account.',
  followersCount: 87,
})
const VERDE = account({
  igUserId: '17841460056789012',
  appScopedId: '26310470987654325',
  username: 'studio.verde',
  name: 'Studio Verde',
  accountType: 'BUSINESS',
  biography: 'We plant offices.',
  followersCount: 2045,
})
const MIRO = account({
  igUserId: '17841460067890123',
  appScopedId: '26310470987654326',
  username: 'cafe.miro',
  name: 'Café Miro',
  accountType: 'BUSINESS',
  biography: 'A client of Studio Verde.',
  followersCount: 990,
})

const HARBOUR_PAGE: SandboxPage = {
  id: '104000000012345',
  name: 'Harbour Bakery',
  category: 'Bakery',
  account: HARBOUR,
  location: {
    city: 'Lisbon',
    country: 'Portugal',
    latitude: 38.7067,
    longitude: -9.1456,
    street: 'Cais do Sodré 4',
    zip: '1200-450',
  },
}
const MARKET_PAGE: SandboxPage = {
  id: '104000000023456',
  name: 'Harbour Flea Market',
  category: 'Event',
  account: null,
  location: null,
}
const TOMAS_PAGE: SandboxPage = {
  id: '104000000034567',
  name: 'Tomas Repairs Bicycles',
  category: 'Bicycle Repair Service',
  account: null,
  location: null,
}
const VERDE_PAGE: SandboxPage = {
  id: '104000000045678',
  name: 'Studio Verde',
  category: 'Landscape Designer',
  account: VERDE,
  location: null,
}
const MIRO_PAGE: SandboxPage = {
  id: '104000000056789',
  name: 'Café Miro',
  category: 'Café',
  account: MIRO,
  location: {
    city: 'Porto',
    country: 'Portugal',
    latitude: 41.1496,
    longitude: -8.611,
    street: 'Rua do Almada 12',
    zip: '4050-030',
  },
}
const VERDE_PORTFOLIO: SandboxBusiness = {
  id: '204000000012345',
  name: 'Verde Portfolio',
  ownedPages: [VERDE_PAGE],
  clientPages: [MIRO_PAGE],
}

export const CAST: readonly SandboxPerson[] = [
  person('demo', 'The demo kitchen', { platformAccount: DEMO_ACCOUNT }),
  person('harbour', 'Mara of Harbour Bakery', {
    platformAccount: HARBOUR,
    partnerUserId: '122100000000000001',
    pages: [HARBOUR_PAGE, MARKET_PAGE],
  }),
  person('creator', 'Noor, a creator', { platformAccount: NOOR }),
  person('personal', 'Tomas, without a professional account', {
    platformAccount: TOMAS,
    partnerUserId: '122100000000000002',
    pages: [TOMAS_PAGE],
  }),
  person('agency', 'Vera, whose Pages are in a portfolio', {
    platformAccount: VERDE,
    partnerUserId: '122100000000000003',
    businesses: [VERDE_PORTFOLIO],
  }),
  person('newcomer', 'Ines, without any Page', { partnerUserId: '122100000000000004' }),
]

export function personOf(key: string): SandboxPerson | null {
  return CAST.find((one) => one.key === key) ?? null
}

export const ALL_PAGES: readonly SandboxPage[] = CAST.flatMap(pagesOf)

/** Every account that something can be published to. */
export const ALL_ACCOUNTS: readonly SandboxAccount[] = [DEMO_ACCOUNT, HARBOUR, NOOR, VERDE, MIRO]

export function accountOf(igUserId: string): SandboxAccount | null {
  return ALL_ACCOUNTS.find((one) => one.igUserId === igUserId) ?? null
}

export function accountNamed(name: string): SandboxAccount | null {
  return ALL_ACCOUNTS.find(({ username }) => username === name) ?? null
}

export function pageOf(id: string): SandboxPage | null {
  return ALL_PAGES.find((one) => one.id === id) ?? null
}

function account(facts: Omit<SandboxAccount, 'followsCount'>): SandboxAccount {
  return { followsCount: 128, ...facts }
}

function person(key: string, name: string, has: Partial<SandboxPerson>): SandboxPerson {
  return { platformAccount: null, partnerUserId: null, pages: [], businesses: [], ...has, key, name }
}
