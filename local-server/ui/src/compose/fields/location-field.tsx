import { Text, TextInput } from '@mantine/core'
import { LocationIcon } from '@primer/octicons-react'
import { useStrings } from '../../strings/language.tsx'
import { useForm } from '../form.tsx'
import { Extra } from './extra.tsx'
import classes from './extra.module.css'

export function LocationField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { locationId, locationName } = editor.composition
  const named = locationName.trim() || locationId.trim()
  return (
    <Extra
      field="location"
      icon={LocationIcon}
      label={compose.location}
      state={named === '' ? compose.nowhere : named}
    >
      <Text c="dimmed" fz="0.9375rem">
        {compose.locationAbout}
      </Text>
      <div className={classes.pair}>
        <TextInput
          label={compose.locationId}
          inputMode="numeric"
          value={locationId}
          onChange={(event) => editor.set({ locationId: event.currentTarget.value })}
        />
        <TextInput
          label={compose.locationName}
          value={locationName}
          onChange={(event) => editor.set({ locationName: event.currentTarget.value })}
        />
      </div>
    </Extra>
  )
}
