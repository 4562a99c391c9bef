import { plural } from '../plural.ts'

export const libraryEn = {
  storedMedia: 'Stored files',
  show: 'Show',
  all: 'All',
  photos: 'Photos',
  videos: 'Videos',
  count: (count: number, shown: string) => `${shown} ${plural(count, 'file', 'files')}`,
  emptyTitle: 'Nothing here yet',
  emptyText: 'Drop photos and videos above. What you upload for a post is kept here, too.',
  filters: 'What is shown',
  search: 'Search',
  searchIn: 'Search names, alt texts and captions',
  anyUse: 'Any kind',
  worksFor: {
    IMAGE: 'Works for a photo',
    CAROUSEL: 'Works for a carousel',
    REELS: 'Works for a reel',
    STORIES: 'Works for a story',
  },
  unused: 'Unused',
  toMonth: 'Go to a month',
  noMatch: 'No file matches.',
  showAll: 'Show all files',
  select: (name: string) => `Select ${name}`,
  selected: (count: number) => `${count} selected`,
  mostSelected: '(the most at a time)',
  goneSelected: (count: number) =>
    `${plural(count, '1 file was', `${count} files were`)} deleted elsewhere and ${plural(count, 'is', 'are')} no longer selected.`,
  makeCarousel: 'Make a carousel',
  carouselTakes: (min: number, max: number) => `A carousel takes ${min} to ${max} files`,
  clearSelection: 'Clear the selection',
  cell: (name: string, isVideo: boolean, added: string) =>
    `${name}, ${isVideo ? 'video' : 'photo'}, added ${added}`,

  orDrop: (many: boolean): string => (many ? 'or drop them here' : 'or drop it here'),
  chooseFiles: 'Choose files',
  dropToKeep: 'Drop to add to the library',
  orTake: (many: boolean): string => (many ? 'or take them' : 'or take one'),
  fromTheLibrary: 'from the library',
  chooseFromLibrary: 'Choose from the library',
  types: {
    photo: 'Any photo',
    video: 'MP4, MOV, MKV, WebM or AVI',
    both: 'Any photo; MP4, MOV, MKV, WebM or AVI',
  },

  fieldLabel: {
    IMAGE: 'Photo',
    REELS: 'Video',
    STORIES: 'Photo or video',
    CAROUSEL: 'Photos and videos',
  },
  choose: {
    IMAGE: 'Choose a photo',
    REELS: 'Choose a video',
    STORIES: 'Choose a photo or video',
    CAROUSEL: 'Choose 2 to 10 photos and videos',
  },
  chosenFiles: 'Files of the post, in their order',
  madeCarousel: 'Several files make a carousel, so this post is one now.',
  onlyOne: 'This kind of post takes one file. Remove the others, or make it a carousel.',
  tooMany: (most: number, left: number) =>
    most === 1
      ? `This kind of post takes one file; ${plural(left, '1 file was', `${left} files were`)} left out.`
      : `A carousel takes at most ${most} files; ${plural(left, '1 file was', `${left} files were`)} left out.`,
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `Removed ${name}.`,
  replaced: (name: string) => `Replaced ${name}.`,
  takeBack: (name: string) => `Bring back ${name}`,
  earlier: (name: string) => `Move ${name} one place earlier`,
  later: (name: string) => `Move ${name} one place later`,
  drag: (name: string) => `Reorder ${name}`,
  dragHelp:
    'Press space to pick the file up, the arrow keys to move it, space again to put it down, and escape to leave it where it was.',
  picked: (name: string, place: number, count: number) =>
    `Picked up ${name}. It is number ${place} of ${count}.`,
  over: (name: string, place: number, count: number) => `${name} is now number ${place} of ${count}.`,
  dropped: (name: string, place: number, count: number) =>
    `Put down ${name}. It is number ${place} of ${count}.`,
  putBack: (name: string, place: number) => `${name} stays number ${place}.`,

  uploads: 'Uploads',
  uploadOf: (name: string) => `Upload of ${name}`,
  waiting: 'Waiting for its turn',
  uploading: (percent: number) => `Uploading, ${percent} %`,
  gettingReady: 'Preparing',
  uploaded: 'Uploaded',
  stop: (name: string) => `Stop the upload of ${name}`,
  dismiss: (name: string) => `Dismiss ${name}`,
  tryAgainWith: (name: string) => `Try again with ${name}`,
  brokeOff: 'The upload was interrupted. Check that Nightpost is running, then try again.',
  refusedFile: {
    type: 'This is neither a photo nor a video. Choose another file.',
    empty: 'The file is empty. Choose another one.',
    heic: 'This browser cannot read HEIC photos. Add it in Safari, or export it as JPEG.',
    unreadable: 'This picture cannot be read. Save it again as JPEG.',
  },
  tooLarge: (most: string) =>
    `The file is larger than ${most}. Export it smaller, or start Nightpost with a higher MAX_FILE_SIZE_MB.`,

  isThere: (name: string, before: string, date: string) =>
    name === before
      ? `${name} is in the library already, since ${date}.`
      : `${name} is in the library already, as ${before}, since ${date}.`,
  keepOne: 'Keep that one only',
  keepOneOf: (name: string) => `Keep only the first copy of ${name}`,
  keepBoth: 'Keep both',
  keepBothOf: (name: string) => `Keep both copies of ${name}`,
  copyStays: (name: string) => `${name} stays: a post needs it, or the first copy has been deleted.`,

  altText: 'Alt text',
  altTextUnsaved: (file: string) =>
    `The alt text of ${file} was not saved. Open the file again: your words are still there.`,
  altTextHelp:
    'Describes the picture to people who cannot see it. Posts carry it unless they have their own.',
  saved: 'Saved.',

  pickEmpty: 'Nothing of this kind is stored yet.',
  chosenOf: (count: number, most: number) => `${count} of at most ${most} chosen`,
  take: (count: number) => (count === 0 ? 'Use them' : `Use ${plural(count, '1 file', `${count} files`)}`),

  kinds: { IMAGE: 'Photo post', REELS: 'Reel', STORIES: 'Story', CAROUSEL: 'Carousel' },
  suits: 'Works for',
  notFor: (kinds: string) => `Not for ${kinds}:`,
  tooTall: 'Taller than 4:5. Instagram may refuse it.',
  tallOnes: (count: number) => `${count} taller than 4:5, which Instagram may refuse.`,
  cropAll: 'Crop all',
  leaveThem: 'Leave',
  storyShape: 'A story fills the screen at 9:16. This file would be shown with plain borders.',
  reelShape: 'A reel fills the screen at 9:16. This video would be shown with plain borders.',
  carouselShape:
    'Instagram crops each file of a carousel to the shape of the first one. Crop or pad this one yourself to decide what is shown.',
  fixesFor: (name: string) => `Ways to make ${name} fit`,
  /** A number too long to read is no name for a shape. */
  shape: (ratio: string) => (ratio.length <= 6 ? ratio : 'the shape of the first file'),
  bringTo: (shape: string) => `Resize to ${shape}:`,
  ratherTo: (shape: string) => `Use ${shape} instead`,
  fitName: { crop: 'Crop', pad: 'White borders', blur: 'Blurred borders' },
  fit: {
    crop: (name: string, shape: string) => `Crop ${name} to ${shape}`,
    pad: (name: string, shape: string) => `White borders bring ${name} to ${shape}`,
    blur: (name: string, shape: string) => `Blurred borders bring ${name} to ${shape}`,
  },
  convert: 'Convert it to MP4',
  convertNamed: (name: string) => `Convert ${name} to MP4`,
  noEncoder:
    'Nightpost could make this video fit, but needs ffmpeg for it, which is not on this computer. Install it, then start Nightpost again:',
  fitting: 'Changing the shape',
  converting: (percent: number) => `Converting, ${percent} %`,
  progressOf: (name: string) => `Work on ${name}`,
  fitted: (measures: string) => `Changed to ${measures}.`,
  converted: 'Converted to MP4.',
  undoFix: (name: string) => `Undo what was done to ${name}`,

  oneShape: 'One shape for all',
  cropTitle: (count: number) => (count === 1 ? 'Crop' : `One shape for ${count} files`),
  cropShape: 'Shape',
  cropOf: (name: string) => `Show ${name}`,
  cropFrame: (name: string) => `What is kept of ${name}: arrow keys move it, plus and minus zoom`,
  zoom: 'Zoom',
  crop: (count: number) => (count === 1 ? 'Crop' : `Crop all ${count}`),
  cropping: (place: number, count: number) => `Cropping, ${place} of ${count}`,
  chooseCrop: 'Adjust crop',
  chooseCropOf: (name: string) => `Adjust the crop of ${name}`,
  videosStay: (count: number) =>
    `${plural(count, '1 video stays as it is: cropping it needs', `${count} videos stay as they are: cropping them needs`)} ffmpeg, which is not on this computer.`,

  added: 'Added',
  measures: 'Pixels',
  length: 'Length',
  size: 'Size',
  useInPost: 'Use in a new post',
  download: 'Download',
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete ${name}?`,
  files: (count: number) => plural(count, '1 file', `${count} files`),
  deleteStays: (count: number) =>
    `${plural(count, 'The file is', 'The files are')} deleted from this computer and cannot be brought back. Posts that are live stay as they are.`,
  neededStay: (count: number) =>
    plural(
      count,
      '1 of them is used by a draft or a post still to go out, and stays.',
      `${count} of them are used by drafts or posts still to go out, and stay.`,
    ),
  uses: (drafts: number, toGoOut: number) => {
    const waiting = plural(toGoOut, '1 post still to go out needs', `${toGoOut} posts still to go out need`)
    const kept = plural(drafts, '1 draft uses', `${drafts} drafts use`)
    const fails = plural(
      toGoOut,
      'It will fail without it, unless Instagram or your cloud already has a copy.',
      'They will fail without it, unless Instagram or your cloud already has a copy.',
    )
    if (toGoOut === 0) return `${kept} this file and will need another one.`
    return drafts === 0
      ? `${waiting} this file. ${fails}`
      : `${waiting} this file. ${fails} ${kept} it as well.`
  },
  keep: (count: number): string => plural(count, 'Keep it', 'Keep them'),
  deleteForGood: 'Delete for good',
  deleted: (name: string) => `${name} is deleted.`,
  deletedMany: (gone: number, kept: number) =>
    `${plural(gone, '1 file is', `${gone} files are`)} deleted.${kept === 0 ? '' : ` ${plural(kept, '1 stays: a post needs it.', `${kept} stay: posts need them.`)}`}`,

  peopleLabel: { tag: 'People in the picture', mention: 'People mentioned in the story' },
  noFileYet: 'Choose a file first; then you can place people on it.',
  noPicture: 'Instagram accepts tags on pictures only, and there is none in this post.',
  peopleCount: (count: number, max: number) =>
    count === 0
      ? `Click on the picture to place someone; up to ${max}.`
      : count < max
        ? `${count} of up to ${max}. Click on the picture to place someone.`
        : `${count} of up to ${max}: there is no room for more.`,
  placePerson: { tag: 'Place someone on the picture', mention: 'Place a mention on the story' },
  placeHelp: 'The arrow keys move the cross-hair, Enter places someone there.',
  position: (x: number, y: number) => `${x} % from the left, ${y} % from the top`,
  marker: (username: string, position: string) =>
    `@${username}, ${position}. Arrow keys move, Delete removes.`,
  whoIsIt: 'Who is it?',
  username: 'Instagram username',
  addPerson: 'Add',
  usernameProblem: {
    empty: 'Type the username first.',
    long: 'A username has at most 30 characters.',
    characters: 'A username can only have letters, digits, dots and underscores.',
  },
  alreadyThere: (username: string) => `@${username} is already on the picture.`,
  personAdded: (username: string) => `@${username} is placed.`,
  personRemoved: (username: string) => `@${username} is removed.`,
  removePerson: (username: string) => `Remove @${username}`,
}
