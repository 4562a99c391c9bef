import { plural } from '../../plural.ts'
import type { LazyStrings } from '../../strings.ts'

export const approvalsDe: LazyStrings['approvals'] = {
  asks: (agent, count) =>
    `${agent} möchte ${plural(count, '1 Beitrag', `${count} Beiträge`)} senden oder ändern`,
  change: (time) => `Ändern: geplant für ${time}`,
  move: (time) => `Verschieben auf ${time}`,
  cancel: (time) => `Aus dem Plan nehmen: geplant für ${time}`,
  now: 'Bisher',
  approveChange: 'Änderung freigeben',
  approveCancel: 'Freigeben und aus dem Plan nehmen',
  changed: 'Freigegeben. Der Beitrag ist geändert.',
  cancelled: 'Freigegeben. Der Beitrag ist wieder ein Entwurf.',
}
