export const PHOTO_FIELD_ID = 'photo'

/** Does nothing while a photo is chosen: then there is no field to choose one. */
export function focusPhotoField(): void {
  document.getElementById(PHOTO_FIELD_ID)?.focus()
}
