/** Its own file, so that the package's public types need no types of Node. */

/** What is forced to the disk before an answer: nothing, the file, the file and its folder. */
export type Durability = 'none' | 'file' | 'full';
