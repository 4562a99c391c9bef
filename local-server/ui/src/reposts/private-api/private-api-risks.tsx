import { useLazyStrings } from '../../strings/language.tsx'
import classes from './private-api.module.css'

/** Risks of the owner's own session. Said before it can be brought, and before it is switched on. */
export function PrivateApiRisks() {
  const { risks, instead } = useLazyStrings().reposts.privateApi
  return (
    <>
      <ul className={classes.risks}>
        {risks.map((risk) => (
          <li key={risk}>{risk}</li>
        ))}
      </ul>
      <p>{instead}</p>
    </>
  )
}
