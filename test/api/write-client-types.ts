// Writes the types of `nightpost/client` from the OpenAPI document as the app serves it: npm run client:types.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printContractTypes, type ContractDocument } from './print-contract-types.ts'
import { servedText } from './served-document.ts'

const types = printContractTypes(JSON.parse(servedText()) as ContractDocument)
const file = join(import.meta.dirname, '../../local-server/client/contract.d.mts')
writeFileSync(file, `// Generated from the OpenAPI document.\n\n${types}`)
