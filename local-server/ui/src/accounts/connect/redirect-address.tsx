import { CopyText } from '../../kit/copy-text.tsx'
import { useStrings } from '../../strings/language.tsx'

export function RedirectAddress({ address }: { readonly address: string }) {
  return <CopyText label={useStrings().accounts.setup.copy} text={address} />
}
