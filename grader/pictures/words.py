"""Every word in a picture, and the words that stand for it: picture -> key -> English, Korean.

No Korean particle follows a placeholder. Letters of the formula are the same in both languages and stand in the
drawings themselves.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["WORDS", "Words"]


class Words:
    """The words of one picture in one language: `words("title")`."""

    def __init__(self, picture: str, language: str) -> None:
        self._table, self._korean = WORDS[picture], language == "ko"

    def __call__(self, key: str, /, **params: object) -> str:
        """The words of that key, their places filled."""
        return self._table[key][self._korean].format(**params)


WORDS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "attention-flow": {
        "title": ("Scaled dot-product attention, with shapes", "스케일드 닷-프로덕트 어텐션과 shape"),
        "desc": (
            "X {x} is multiplied by three matrices and gives Q {q}, K {k} and V {v}. Q and the transpose of K give "
            "the scores S {s}. Divided by the square root of d_k = {d_k} they are S′ {s2}; softmax makes each row "
            "the weights A {a}. A times V is the output O {o}.",
            "X {x}: 세 행렬을 곱해 세 배열을 만든다. Q {q}, K {k}, V {v}. Q와 전치한 K를 곱하면 점수: S {s}. "
            "d_k의 제곱근(d_k = {d_k}) 값으로 나눈 점수: S′ {s2}. 행마다 소프트맥스를 적용한 가중치: A {a}. "
            "A와 V를 곱한 출력: O {o}.",
        ),
        "sizes": ("(n, d_model, d_k, d_v) = {sizes}", "(n, d_model, d_k, d_v) = {sizes}"),
        "input": ("embeddings", "임베딩"),
        "softmax": ("softmax, row by row", "행마다 소프트맥스"),
        "scale": ("divide by √d_k = √{d_k}", "√d_k = √{d_k} 값으로 나눔"),
        "output": ("one row for each token", "토큰마다 한 행"),
    },
    "combine-tokens": {
        "title": ("Every token looks at every token", "모든 토큰이 모든 토큰을 본다"),
        "desc": (
            "Five tokens on the left, as queries, and the same five on the right, as keys and values; a line from "
            "each to each, as thick as its attention weight. The row of {token} is drawn in colour: {row}. "
            "Together {total}.",
            "왼쪽은 쿼리인 토큰 다섯 개, 오른쪽은 키와 값인 같은 토큰 다섯 개이다. 선의 굵기는 어텐션 가중치이다. "
            "색으로 그린 것은 {token}의 행이다: {row}. 모두 더하면 {total}.",
        ),
        "queries": ("queries: who looks", "쿼리: 보는 쪽"),
        "keys": ("keys and values: who is looked at", "키와 값: 보이는 쪽"),
        "sum": ("the row of {token}: {row} = {total}", "{token}의 행: {row} = {total}"),
    },
    "scores-dot-product": {
        "title": ("A dot product is not a cosine", "내적은 코사인이 아니다"),
        "desc": (
            "The query q = (2, 1) and four keys. {rows} The second key points the same way as the first and is twice "
            "as long, so it scores twice as much.",
            "쿼리 q = (2, 1)과 키 네 개이다. {rows} 둘째 키는 첫째 키와 방향이 같고 길이가 두 배이다. "
            "그래서 점수도 두 배이다.",
        ),
        "row": (
            "k = {k}: score {score}, angle {angle} degrees, cosine {cos}.",
            "k = {k}: 점수 {score}, 각 {angle}도, 코사인 {cos}.",
        ),
        "score": ("q · k", "q · k"),
        "angle": ("angle", "각"),
        "cosine": ("cosine", "코사인"),
        "projection": ("length along q: {length}", "q 방향 길이: {length}"),
        "note": (
            "Same angle, twice as long: the cosine stays, the score doubles.",
            "각이 같고 길이가 두 배이면 코사인은 그대로, 점수는 두 배이다.",
        ),
    },
    "softmax-rows": {
        "title": ("Each row sums to 1", "행마다 합이 1이다"),
        "desc": (
            "Two maps of the same scores; rows are queries, columns are keys. Softmax over each row gives row sums "
            "of 1.00. Softmax over the columns, a common slip, gives row sums {sums}.",
            "같은 점수로 만든 두 그림이다. 행은 쿼리, 열은 키이다. 행마다 소프트맥스를 적용하면 "
            "행의 합이 모두 1.00이다. 흔한 실수인 열 방향 소프트맥스를 쓸 때 행의 합: {sums}.",
        ),
        "right": ("softmax over each row", "행마다 소프트맥스"),
        "wrong": ("softmax over each column: a slip", "열마다 소프트맥스: 실수"),
        "keys": ("keys", "키"),
        "sum": ("row sum", "행의 합"),
        "columns": ("column sums", "열의 합"),
    },
    "scaling-saturation": {
        "title": ("Without √d_k, softmax saturates", "√d_k로 나누지 않으면 포화된다"),
        "desc": (
            "{keys} random keys, {queries} queries with entries of variance 1. Mean of the largest weight in a row, "
            "for d_k = {widths}: without scaling {raw_top}, with scaling {top}. Mean of A(1 - A): without scaling "
            "{raw_slope}, with scaling {slope}.",
            "무작위 키 {keys}개, 성분의 분산이 1인 쿼리 {queries}개이다. d_k = {widths}. 행에서 가장 큰 가중치의 "
            "평균: 스케일링하지 않으면 {raw_top}, 하면 {top}. A(1 - A)의 평균: 스케일링하지 않으면 {raw_slope}, "
            "하면 {slope}.",
        ),
        "top": ("largest weight in a row (mean)", "행에서 가장 큰 가중치(평균)"),
        "slope": ("A(1 - A), how softmax still reacts (mean)", "A(1 - A), 소프트맥스의 반응(평균)"),
        "raw": ("■ S, not scaled", "■ S, 스케일링 안 함"),
        "scaled": ("● S/√d_k", "● S/√d_k"),
        "width": ("d_k", "d_k"),
    },
    "complexity-growth": {
        "title": ("Twice the tokens, four times the scores", "토큰이 2배이면 점수는 4배"),
        "desc": (
            "A square of {small} x {small} scores beside one of {large} x {large}: {few} and {many}. Below, "
            "multiply-adds against n for d = {d}: the two products of attention grow with the square of n, the three "
            "projections in a straight line. They meet at n = 1.5 d = {cross}: below it the projections cost more.",
            "점수 {small} x {small}칸과 {large} x {large}칸을 나란히 그렸다: {few}칸, {many}칸. 아래는 n에 따른 "
            "곱셈-덧셈의 수이다(d = {d}). 어텐션의 두 행렬곱은 n의 제곱에 비례하고 세 투영은 직선으로 늘어난다. "
            "만나는 점: n = 1.5 d = {cross}. 그보다 짧으면 투영이 더 비싸다.",
        ),
        "cells": ("n = {n}: {count} scores", "n = {n}: 점수 {count}칸"),
        "tokens": ("tokens × 2", "토큰 × 2"),
        "scores": ("scores × 4", "점수 × 4"),
        "products": ("QKᵀ and AV: 2n²d", "QKᵀ와 AV: 2n²d"),
        "projections": ("projections: 3nd²", "투영: 3nd²"),
        "cross": ("n = 1.5 d = {cross}", "n = 1.5 d = {cross}"),
        "axis": ("multiply-adds, in thousands (d = {d})", "곱셈-덧셈의 수, 천 단위 (d = {d})"),
    },
    "mask-causal": {
        "title": ("A causal mask, before and after softmax", "인과 마스크: 소프트맥스 전과 후"),
        "desc": (
            "Three tables for five tokens. Scores: above the diagonal minus infinity. Weights: 0 above the diagonal, "
            "every row sums to 1.00; the first token sees only itself. Spot the bug: weights set to 0 after softmax "
            "leave rows that sum to {sums}.",
            "토큰 다섯 개의 표 세 개이다. 점수: 대각선 위는 음의 무한대이다. 가중치: 대각선 위는 0이고 행마다 합이 "
            "1.00이며, 첫 토큰은 자기 자신만 본다. 잘못 찾기: 소프트맥스 후에 0으로 지울 때 행의 합: {sums}.",
        ),
        "scores": ("scores, hidden ones -∞", "점수, 가린 칸은 -∞"),
        "weights": ("softmax: rows still sum to 1", "소프트맥스 후: 행의 합은 1"),
        "bug": ("spot the bug: zeros put in after softmax", "잘못 찾기: 소프트맥스 후에 0으로 지움"),
        "sum": ("row sum", "행의 합"),
    },
}  # fmt: skip
