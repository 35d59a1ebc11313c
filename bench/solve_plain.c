/* Mangala's tables in plain C, written apart from the package: stones sown one by one, boards as twelve bytes,
 * values by recursion with a table of what is known.  It shares no code, no order of building and no table of moves
 * with charkoni.solve; only the rank is the same, so that the checksums can be compared.
 *
 *   solve_plain STONES REST      REST 1: the emptied side takes the rest (M11), -1: each keeps his own
 *
 * prints for every layer: stones, boards, CRC-32 of all cells so far; then boards and seconds.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 48, UNKNOWN = 0 };
static int64_t choose[13][MOST + 2];
static uint8_t *table;
static int rest;

static int64_t rank_of(const int8_t *b) {
    int64_t rank = 0;
    int sum = 0;
    for (int i = 0; i < 12; i++) rank += choose[i + 1][sum += b[i]];
    return rank;
}

static int value_of(const int8_t *b);

/* The value of playing a hole of the mover: places 0..5 own, 6 the store, 7..12 the other's. */
static int played(const int8_t *b, int hole, int stones) {
    int8_t place[13], after[12];
    memcpy(place, b, 6);
    place[6] = 0;
    memcpy(place + 7, b + 6, 6);
    int hand = place[hole], at = hand > 1 ? hole : hole + 1;
    place[hole] = 0;
    for (;;) {
        place[at]++;
        if (--hand == 0) break;
        at = (at + 1) % 13;
    }
    if (at > 6 && place[at] % 2 == 0) {
        place[6] += place[at];
        place[at] = 0;
    } else if (at < 6 && place[at] == 1 && place[12 - at] > 0) {
        place[6] += 1 + place[12 - at];
        place[at] = place[12 - at] = 0;
    }
    int bank = place[6], left = stones - bank, mine = 0, theirs = 0;
    for (int i = 0; i < 6; i++) mine += place[i], theirs += place[7 + i];
    if (mine == 0) return bank + rest * left;
    if (theirs == 0) return bank - rest * left;
    if (at == 6) {
        memcpy(after, place, 6);
        memcpy(after + 6, place + 7, 6);
        return bank + value_of(after);
    }
    memcpy(after, place + 7, 6);
    memcpy(after + 6, place, 6);
    return bank - value_of(after);
}

static int value_of(const int8_t *b) {
    uint8_t *cell = table + rank_of(b);
    if (*cell != UNKNOWN) return *cell - 100;
    int stones = 0, mine = 0, best = -100;
    for (int i = 0; i < 12; i++) stones += b[i];
    for (int i = 0; i < 6; i++) mine += b[i];
    if (mine == 0) best = rest * stones;
    for (int hole = 0; mine && hole < 6; hole++)
        if (b[hole]) {
            int value = played(b, hole, stones);
            if (value > best) best = value;
        }
    *cell = best + 100;
    return best;
}

static void every_board(int8_t *b, int at, int left) {
    if (at == 11) {
        b[11] = left;
        value_of(b);
        return;
    }
    for (b[at] = 0; b[at] <= left; b[at]++) every_board(b, at + 1, left - b[at]);
    b[at] = 0;
}

static uint32_t crc(uint32_t sum, const uint8_t *bytes, int64_t n) {
    static uint32_t step[256];
    if (!step[1])
        for (uint32_t i = 0; i < 256; i++) {
            uint32_t c = i;
            for (int k = 0; k < 8; k++) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
            step[i] = c;
        }
    sum = ~sum;
    for (int64_t i = 0; i < n; i++) sum = step[(sum ^ bytes[i]) & 255] ^ (sum >> 8);
    return ~sum;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    int stones = atoi(argv[1]);
    rest = atoi(argv[2]);
    for (int i = 1; i <= 12; i++)
        for (int s = 0; s <= MOST + 1; s++) /* C(s + i - 1, i) */
            choose[i][s] = s == 0 ? 0 : i == 1 ? s : choose[i][s - 1] + choose[i - 1][s];
    int64_t size = choose[12][stones + 1], done = 0;
    table = calloc(size, 1);
    if (!table) return 3;
    double seconds = 0;
    uint32_t sum = 0;
    for (int n = 0; n <= stones; n++) {
        int8_t b[12] = {0};
        clock_t before = clock();
        every_board(b, 0, n);
        seconds += (double)(clock() - before) / CLOCKS_PER_SEC;
        sum = crc(sum, table + done, choose[12][n + 1] - done);
        done = choose[12][n + 1];
        printf("%d %lld %08x\n", n, (long long)done, sum);
    }
    printf("%lld boards %.6f seconds\n", (long long)size, seconds);
    return 0;
}
